import Glibc

/// The program: reads the command line, runs one command, ends with its exit code.
@main
enum Program {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == ChildProcess.launchCommand {
      exit(Launch.run(Array(arguments.dropFirst())))
    }
    Signals.takeOver()
    do throws(ProgramError) {
      let invocation = try Invocation.read(arguments, environment: HostSystem.variable)
      switch invocation.action {
      case .version: Console.print("kiroku \(Version.text)")
      case .help(let command): Console.write(Help.text(for: command), to: STDOUT_FILENO)
      case .run(let command): try run(command, invocation)
      }
      exit(0)
    } catch {
      Console.printError("kiroku: \(error.message)")
      if case .usage = error {
        Console.printError("`kiroku --help` and `kiroku COMMAND --help` say more.")
      }
      exit(error.exitCode)
    }
  }

  private static func run(_ command: Command, _ invocation: Invocation) throws(ProgramError) {
    switch command {
    case .serve: try Serve(ServeSettings(invocation)).run()
    case .demo: try DemoCommand.run(invocation)
    case .health: try Health.run(invocation)
    case .migrate: try DatabaseCommands.migrate(invocation)
    case .purge: try DatabaseCommands.purge(invocation)
    case .rebuild: try DatabaseCommands.rebuild(invocation)
    case .accountCreate: try DatabaseCommands.createAccount(invocation)
    case .tokenCreate: try TokenCommands.create(invocation)
    case .tokenList: try TokenCommands.list(invocation)
    case .tokenRevoke: try TokenCommands.revoke(invocation)
    case .benchStatements: try BenchCommands.printStatements(invocation)
    case .benchLoad: try BenchCommands.load(invocation)
    }
  }
}
