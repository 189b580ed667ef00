internal import HTTPCore
internal import HTTPServing
internal import JSON

/// Writes one line a request, and the server's own events.
///
/// Rendered by hand, straight into what waits to be written: a line costs well under a microsecond on the loop.
struct RequestLog: ServerObserver {
  let sink: LogSink

  func requestFinished(_ record: RequestRecord) {
    sink.append { bytes, clock in
      LogLine.request(
        id: record.requestID, method: record.method?.name, route: record.route,
        status: record.status, responseBytes: record.responseBytes,
        microseconds: record.microseconds, to: &bytes, clock: &clock)
    }
  }

  func serverEvent(_ event: ServerEvent) {
    switch event {
    case .acceptExhausted(let loop):
      sink.append(
        LogLine.event("out of descriptors or memory", level: "error", ["loop": "\(loop)"]))
    case .connectionLimitReached(let limit):
      sink.append(
        LogLine.event("connection limit reached", level: "warning", ["limit": "\(limit)"]))
    case .responderTimedOut(let route, let requestID):
      sink.append(
        LogLine.event(
          "request timed out", level: "error", ["route": route ?? "", "requestId": requestID]))
    }
  }
}

extension LogLine {
  /// `{"time":…,"level":"info","requestId":…,"method":…,"route":…,"status":…,"bytes":…,"us":…}`. An unknown
  /// method or route is left out.
  ///
  /// The texts need no escape: ids are checked (letters, digits, `-_.`), methods are tokens (RFC 9110 §5.6.2),
  /// routes are patterns of our own.
  static func request(
    id: String, method: String?, route: String?, status: Int, responseBytes: Int,
    microseconds: UInt64, to bytes: inout [UInt8], clock: inout LogClock
  ) {
    begin(&bytes, &clock)
    let room = maxFixedBytes + id.utf8.count + (method?.utf8.count ?? 0) + (route?.utf8.count ?? 0)
    bytes.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      JSONText.append(constant: #"level":"info","requestId":""#, to: &output)
      append(id, to: &output)
      if let method {
        JSONText.append(constant: #"","method":""#, to: &output)
        append(method, to: &output)
      }
      if let route {
        JSONText.append(constant: #"","route":""#, to: &output)
        append(route, to: &output)
      }
      JSONText.append(constant: #"","status":"#, to: &output)
      JSONText.append(Int64(status), to: &output)
      JSONText.append(constant: #","bytes":"#, to: &output)
      JSONText.append(Int64(responseBytes), to: &output)
      JSONText.append(constant: #","us":"#, to: &output)
      JSONText.append(Int64(clamping: microseconds), to: &output)
      JSONText.append(constant: "}\n", to: &output)
    }
  }

  /// More than all but the texts takes.
  private static let maxFixedBytes = 100 + 3 * JSONText.maxNumberBytes

  private static func append(_ text: String, to output: inout OutputSpan<UInt8>) {
    let utf8 = text.utf8.span
    for index in utf8.indices { output.append(utf8[index]) }
  }
}
