/// The sizes within which a request is read. Beyond them it is refused, so the memory that a client
/// can make the server hold is bounded.
public struct MessageLimits: Hashable, Sendable {
  /// The request line without its CRLF: a list of 500 UUIDs fits, with its commas escaped.
  /// RFC 9112 §3 recommends at least 8,000. → 414
  public var maxRequestLineBytes: Int
  /// All field lines and the empty line after them, CRLFs included. → 431
  public var maxHeaderBlockBytes: Int
  /// → 431
  public var maxFields: Int
  /// Chunk extensions and trailer fields of one message, together. → 431
  public var maxChunkOverheadBytes: Int
  /// What a body may hold where a route says nothing else; checked on the announced size too. → 413
  public var maxBodyBytes: Int

  public init(
    maxRequestLineBytes: Int = 24 << 10,
    maxHeaderBlockBytes: Int = 32 << 10,
    maxFields: Int = 100,
    maxChunkOverheadBytes: Int = 8 << 10,
    maxBodyBytes: Int = 1 << 20
  ) {
    self.maxRequestLineBytes = maxRequestLineBytes
    self.maxHeaderBlockBytes = maxHeaderBlockBytes
    self.maxFields = maxFields
    self.maxChunkOverheadBytes = maxChunkOverheadBytes
    self.maxBodyBytes = maxBodyBytes
  }
}
