/// Settings of the private PostgreSQL that differ from its defaults.
///
/// Source: PostgreSQL 15 manual, chapter 20 "Server Configuration".
enum ServerSettings {
  private static let megabyte = 1 << 20

  /// Bounds of the cache: PostgreSQL's default, and what many thousand people in daily use touch.
  static let cacheMegabytes = 128...1024
  /// Of the memory there is; the rest serves the page cache, and whoever else lives here.
  private static let shareOfMemory = 8

  /// After a checkpoint, each page goes to the log as a whole when it is first written. At 15,000 writes a second the
  /// default of 1 GB would bring a checkpoint every half minute, and the writes after it wait longer. A smaller load never
  /// fills this: it has a checkpoint every five minutes.
  private static let maxLogMegabytes = 4096
  /// As much of the log is kept to be written again.
  private static let minLogMegabytes = 128
  /// Of the log's memory. By itself PostgreSQL takes no more than one segment.
  private static let logBufferMegabytes = 16

  /// A log goes on in a new file once its segment is full, and that is first filled with zeros: 20 to 40 ms for the
  /// default of 16 MB, in which every write waits; at 12,000 writes a second that happens more than once a second. Smaller
  /// ones spread it. Set when the cluster is made, and never after.
  static let segmentMegabytes = 1

  /// - Parameter memoryBytes: what PostgreSQL and everyone else here share.
  static func arguments(memoryBytes: Int) -> [String] {
    let share = memoryBytes / shareOfMemory / megabyte
    let cache = min(max(share, cacheMegabytes.lowerBound), cacheMegabytes.upperBound)
    return [
      "shared_buffers=\(cache)MB",
      "wal_buffers=\(logBufferMegabytes)MB",
      "max_wal_size=\(maxLogMegabytes)MB",
      "min_wal_size=\(minLogMegabytes)MB",
      "unix_socket_permissions=0700",
    ].flatMap { ["-c", $0] }
  }
}
