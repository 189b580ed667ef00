/// A command line, understood: which command, and the text of each option that was given.
struct Invocation: Equatable {
  enum Action: Equatable {
    case run(Command)
    case help(Command?)
    case version
  }

  /// A given value, and the name (flag or variable) by which it was given, for messages.
  struct Value: Equatable {
    let text: String
    let name: String
  }

  var action: Action
  private var values: [String: Value] = [:]

  init(action: Action) { self.action = action }

  /// The value of an option, from the flag or else from its variables.
  subscript(flag: String) -> Value? { values[flag] }

  /// Reads a command line.
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - environment: Looked up only for variables of the command's options.
  /// - Throws: `ProgramError.usage` that names the word at fault.
  static func read(
    _ arguments: [String], environment: (String) -> String?
  ) throws(ProgramError) -> Invocation {
    if arguments.contains("--version") { return Invocation(action: .version) }
    guard let first = arguments.first else { throw .usage("a command is missing") }
    guard let (command, rest) = split(arguments) else {
      if first == "--help" || first == "-h" || first == "help" {
        return Invocation(action: .help(nil))
      }
      if first.hasPrefix("-") { throw .usage("\(first) must come after a command") }
      throw .usage("there is no command \"\(first)\"")
    }
    if rest.contains("--help") || rest.contains("-h") {
      return Invocation(action: .help(command))
    }
    var invocation = Invocation(action: .run(command))
    try invocation.readFlags(rest, of: command)
    for option in command.options where invocation.values[option.flag] == nil {
      for variable in option.variables {
        guard let text = environment(variable), !text.isEmpty else { continue }
        invocation.values[option.flag] = Value(text: text, name: variable)
        break
      }
    }
    return invocation
  }

  /// The command that the line starts with (`serve`, or two words: `account create`), and what follows.
  private static func split(_ arguments: [String]) -> (Command, [String])? {
    for words in 1...2 where arguments.count >= words {
      if let command = Command(rawValue: arguments.prefix(words).joined(separator: " ")) {
        return (command, Array(arguments.dropFirst(words)))
      }
    }
    return nil
  }

  private mutating func readFlags(
    _ words: [String], of command: Command
  ) throws(ProgramError) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      let equals = word.firstIndex(of: "=")
      let flag = String(equals.map { word[..<$0] } ?? word[...])
      guard let option = command.options.first(where: { $0.flag == flag }) else {
        throw .usage("\(command.rawValue) has no option \(flag)")
      }
      guard values[flag] == nil else { throw .usage("\(flag) is given twice") }
      if let equals {
        values[flag] = Value(text: String(word[word.index(after: equals)...]), name: flag)
      } else if option.value == nil {
        values[flag] = Value(text: "true", name: flag)
      } else if index < words.count, !words[index].hasPrefix("--") {
        values[flag] = Value(text: words[index], name: flag)
        index += 1
      } else {
        throw .usage("\(flag) needs a value: \(flag) \(option.value ?? "")")
      }
    }
  }
}

/// Typed values of options.
extension Invocation {
  func text(_ flag: String) throws(ProgramError) -> String? {
    guard let value = self[flag] else { return nil }
    guard !value.text.isEmpty else { throw .usage("\(value.name) must not be empty") }
    return value.text
  }

  func integer(_ flag: String, in range: ClosedRange<Int>) throws(ProgramError) -> Int? {
    guard let value = self[flag] else { return nil }
    // `Int` would take a plus sign.
    guard value.text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(value.text),
      range.contains(number)
    else {
      throw .usage(
        "\(value.name) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \"\(value.text)\"")
    }
    return number
  }

  func isOn(_ flag: String) throws(ProgramError) -> Bool {
    guard let value = self[flag] else { return false }
    switch value.text.lowercased() {
    case "true", "1", "yes", "on": return true
    case "false", "0", "no", "off": return false
    default: throw .usage("\(value.name) must be true or false, not \"\(value.text)\"")
    }
  }

  func choice(_ flag: String, of choices: [String]) throws(ProgramError) -> String? {
    guard let value = self[flag] else { return nil }
    guard choices.contains(value.text) else {
      throw .usage(
        "\(value.name) must be one of \(choices.joined(separator: ", ")), not \"\(value.text)\"")
    }
    return value.text
  }

  /// - Throws: `ProgramError.usage` when it was not given.
  func required(_ flag: String) throws(ProgramError) -> String {
    guard let text = try text(flag) else { throw .usage("\(flag) is missing") }
    return text
  }
}
