internal import HTTPCore
internal import HTTPServing

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
    bytes.append(contentsOf: #"level":"info","requestId":""#.utf8)
    bytes.append(contentsOf: id.utf8)
    if let method {
      bytes.append(contentsOf: #"","method":""#.utf8)
      bytes.append(contentsOf: method.utf8)
    }
    if let route {
      bytes.append(contentsOf: #"","route":""#.utf8)
      bytes.append(contentsOf: route.utf8)
    }
    bytes.append(contentsOf: #"","status":"#.utf8)
    append(UInt64(status), to: &bytes)
    bytes.append(contentsOf: #","bytes":"#.utf8)
    append(UInt64(responseBytes), to: &bytes)
    bytes.append(contentsOf: #","us":"#.utf8)
    append(microseconds, to: &bytes)
    bytes.append(contentsOf: "}\n".utf8)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
