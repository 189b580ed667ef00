/// Why bytes are not one well-formed JSON text, and where.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  public let reason: Reason
  /// From the start of the text: the first byte that is wrong, or the length if it ends too early.
  public let byteOffset: Int
  /// The innermost value known to hold the fault (RFC 6901); empty for the whole text.
  public private(set) var pointer: String

  public init(_ reason: Reason, at byteOffset: Int, pointer: String = "") {
    self.reason = reason
    self.byteOffset = byteOffset
    self.pointer = pointer
  }

  /// What is wrong, by the code that problems use.
  public enum Reason: String, Sendable, CaseIterable {
    /// A byte that cannot stand here.
    case malformed = "malformed-json"
    /// Nothing but white space.
    case empty = "empty-json"
    /// The text ends inside a value.
    case unexpectedEnd = "unexpected-end"
    /// Bytes after the value.
    case trailingBytes = "trailing-content"
    /// A member's name twice in one object.
    case duplicateKey = "duplicate-key"
    /// `NaN`, `Infinity` and their like: no JSON numbers.
    case notANumber = "not-a-number"
    /// A number outside the grammar: `01`, `+1`, `.5`, `1.`, `1e`.
    case invalidNumber = "invalid-number"
    /// A raw character below U+0020 in a string.
    case controlCharacter = "control-character"
    /// A backslash and something that is no escape.
    case invalidEscape = "invalid-escape"
    /// `\uD800`…`\uDFFF` that is no half of a pair.
    case loneSurrogate = "lone-surrogate"
    /// Bytes that are no UTF-8 (RFC 3629).
    case invalidUTF8 = "invalid-utf8"
    /// A byte order mark, which RFC 8259 §8.1 forbids.
    case byteOrderMark = "byte-order-mark"
    /// Nested deeper than the limit.
    case tooDeep = "too-deep"
  }

  /// The same fault, seen from one level further out.
  func inside(_ token: String) -> JSONSyntaxError {
    var outer = self
    outer.pointer = token + pointer
    return outer
  }
}
