import Glibc

/// Text to the terminal, without buffering.
enum Console {
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  static func printError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Writes all of the bytes, or as many as the descriptor takes before it fails.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(bytes)[
            rest.startIndex..<rest.endIndex])
        let count = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        unsafe rest = unsafe rest.dropFirst(count)
      }
    }
  }
}
