/// The text of `--help`, made from the table of commands.
enum Help {
  static func text(for command: Command?) -> String {
    guard let command else { return overview }
    var text = "kiroku \(command.rawValue): \(command.summary)\n"
    text += "\nusage: kiroku \(command.rawValue)\(command.options.isEmpty ? "" : " [OPTION…]")\n"
    for option in command.options {
      let name = option.value.map { "\(option.flag) \($0)" } ?? option.flag
      text += "\n  \(name)\n      \(option.help)\n"
      text += "      variable: \(option.variables.joined(separator: " or "))\n"
    }
    return text
  }

  private static var overview: String {
    var text =
      "Kiroku keeps one person's weights and habits, for the app, widgets, intents and curl.\n"
    text += "\nusage: kiroku COMMAND [OPTION…]\n\n"
    for command in Command.allCases where command.isListed {
      let padding = String(repeating: " ", count: 16 - command.rawValue.count)
      text += "  \(command.rawValue)\(padding)\(command.summary)\n"
    }
    text += "\n  --version       print the version\n"
    text += "\n`kiroku COMMAND --help` lists a command's options, each with its variable.\n"
    text += "Exit codes: 0 done, 1 failed, 2 wrong usage.\n"
    return text
  }
}
