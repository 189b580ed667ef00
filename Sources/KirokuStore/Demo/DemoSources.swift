internal import KirokuCore

/// From where made-up people act, which changes over their year: widgets and Control Center come up, Siri goes down a bit.
struct DemoSources: Sendable {
  let person: DemoPerson

  /// How an act is done: its source, and whether as an intent.
  struct Way: Sendable {
    let source: Source
    let isIntent: Bool
    let client: UUIDBytes
  }

  /// - Parameters:
  ///   - progress: of the year, 0…1.
  ///   - isTap: whether a widget's button does: a habit's, not the scale's.
  func way(_ progress: Double, isTap: Bool, _ random: inout DemoRandom) -> Way {
    guard person.usesIntents else { return app(isIntent: false) }
    let share = (0.25 + 0.5 * person.readiness) * (0.55 + 0.45 * progress)
    guard random.chance(share) else { return app(isIntent: random.chance(0.3)) }
    let source: Source = random.pick([
      (.siri, 26 - 12 * progress), (.shortcuts, 20 - 6 * progress),
      (.widget, isTap ? 14 + 46 * progress : 3), (.controlCenter, max(0, 34 * (progress - 0.3))),
      (.spotlight, 7), (.actionButton, 5 + 9 * progress),
    ])
    let client = isTap && source == .widget ? person.clients[1] : person.clients[2]
    return Way(source: source, isIntent: true, client: client)
  }

  func app(isIntent: Bool) -> Way {
    Way(source: .app, isIntent: isIntent, client: person.clients[0])
  }
}
