internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What App Shortcuts may name: /v1/shortcuts

/// `GET /v1/shortcuts`: the choices of parameters, and by which version an app knows that they have changed.
func readShortcuts(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  let query = try FocusQuery(call)
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.shortcuts.choices(
      in: query.timeZone, focus: query.focus, of: query.client, for: credential.secret)
  }
  let (caller, choices) = try credential.granted(access)

  let language = call.language(for: caller)
  let tag = query.tag(of: caller, on: choices.today, in: language)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    var writer = JSONWriter(capacity: 128 + choices.habits.count * 160)
    writer.beginObject()
    writer.key("version")
    writer.string(choices.version)
    writer.key("habits")
    writer.beginArray()
    for habit in choices.habits {
      writer.beginObject()
      writer.key("id")
      writer.plainString(habit.id.append)
      writer.key("title")
      writer.string(habit.name)
      writer.endObject()
    }
    writer.endArray()
    writer.key("suggested")
    writer.beginArray()
    for id in choices.suggested { writer.plainString(id.append) }
    writer.endArray()
    writer.key("hiddenIntents")
    writer.beginArray()
    for intent in choices.hiddenIntents { writer.string(intent) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
