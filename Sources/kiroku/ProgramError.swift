/// Why a command ends without success. The message is one or two sentences for a person at a terminal: what is
/// wrong, with the value at fault, and what to do. It never holds a secret.
enum ProgramError: Error, Equatable {
  /// The command line or an environment variable is wrong: exit code 2.
  case usage(String)
  /// The command could not do its work: exit code 1.
  case failed(String)

  var message: String {
    switch self {
    case .usage(let message), .failed(let message): message
    }
  }

  var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .failed: 1
    }
  }
}
