/// Buffers that the connections of one loop lend one another: each holds them only while a request is under way, so an
/// idle connection costs no buffer.
struct BufferPool {
  /// Bytes of an input buffer; a header block that is longer makes its connection's buffer grow for that request.
  static let inputBytes = 16 * 1_024
  /// Bytes for which an output buffer may keep its memory.
  static let maxOutputBytes = 64 * 1_024
  /// Buffers of each kind kept for reuse.
  static let maxFreeBuffers = 64

  private var freeInputs: [[UInt8]] = []
  private var freeOutputs: [[UInt8]] = []

  /// A buffer of ``inputBytes`` bytes.
  mutating func takeInput() -> [UInt8] {
    freeInputs.popLast() ?? [UInt8](repeating: 0, count: Self.inputBytes)
  }

  /// An empty buffer.
  mutating func takeOutput() -> [UInt8] {
    freeOutputs.popLast() ?? []
  }

  /// Takes buffers back; those that have grown too large are dropped.
  mutating func giveBack(input: consuming [UInt8], output: consuming [UInt8]) {
    if input.count == Self.inputBytes, freeInputs.count < Self.maxFreeBuffers {
      freeInputs.append(input)
    }
    if (1...Self.maxOutputBytes).contains(output.capacity), freeOutputs.count < Self.maxFreeBuffers
    {
      output.removeAll(keepingCapacity: true)
      freeOutputs.append(output)
    }
  }
}
