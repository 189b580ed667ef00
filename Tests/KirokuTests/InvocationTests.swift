import HTTPCore
import Testing

@testable import kiroku

@Suite("The command line")
struct InvocationTests {
  @Test(
    "A line that cannot be understood is refused, naming the word at fault",
    arguments: [
      ([], "a command is missing"),
      (["sevre"], "there is no command \"sevre\""),
      (["account"], "there is no command \"account\""),
      (["--port", "1"], "--port must come after a command"),
      (["serve", "--prot", "1"], "serve has no option --prot"),
      (["serve", "extra"], "serve has no option extra"),
      (["migrate", "--port", "1"], "migrate has no option --port"),
      (["serve", "--port"], "--port needs a value: --port PORT"),
      (["serve", "--port", "--migrate"], "--port needs a value: --port PORT"),
      (["serve", "--port", "1", "--port=2"], "--port is given twice"),
    ])
  func refused(arguments: [String], message: String) {
    #expect(throws: ProgramError.usage(message)) {
      try Invocation.read(arguments, environment: { _ in nil })
    }
  }

  @Test(
    "A value outside its kind is refused by serve, naming flag and value",
    arguments: [
      (["--port", "x"], "--port must be a whole number from 0 to 65535, not \"x\""),
      (["--port", "65536"], "--port must be a whole number from 0 to 65535, not \"65536\""),
      (["--port", "+1"], "--port must be a whole number from 0 to 65535, not \"+1\""),
      (["--loops=0"], "--loops must be a whole number from 1 to 64, not \"0\""),
      (["--sign-up", "maybe"], "--sign-up must be one of open, invite, closed, not \"maybe\""),
      (["--sign-up", "invite"], "--sign-up invite needs --invite-code"),
      (["--migrate=perhaps"], "--migrate must be true or false, not \"perhaps\""),
      (["--data="], "--data must not be empty"),
      (["--code-rate", "3601"], "--code-rate must be a whole number from 0 to 3600, not \"3601\""),
      (
        ["--trusted-proxies", "caddy"],
        "--trusted-proxies must be addresses and networks such as 127.0.0.1,10.0.0.0/8, not \"caddy\""
      ),
    ])
  func badValue(flags: [String], message: String) throws {
    let invocation = try Invocation.read(["serve"] + flags, environment: { _ in nil })
    #expect(throws: ProgramError.usage(message)) { try ServeSettings(invocation) }
  }

  @Test("Defaults: this machine, port 8080, a private PostgreSQL, open sign-up")
  func defaults() throws {
    let settings = try Self.settings(["serve"])
    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8080)
    #expect(settings.database == .folder(".kiroku"))
    #expect(settings.signUp == .open && settings.accountRate == 100)
    #expect(settings.signUpRate == 10 && settings.codeRate == 120)
    #expect(settings.trustedProxies == .none)
    #expect(settings.idleSeconds == 75)
    #expect(!settings.migrates)
    #expect(!settings.makesDevelopmentAccount)
  }

  @Test("Each flag has a variable; the flag wins over it")
  func variables() throws {
    let environment = [
      "KIROKU_PORT": "9000", "KIROKU_HOST": "0.0.0.0", "DATABASE_URL": "postgresql://db",
      "KIROKU_MIGRATE": "true", "KIROKU_IDLE_TIMEOUT": "130", "KIROKU_SIGN_UP": "closed",
    ]
    let settings = try Self.settings(["serve", "--port", "9001"], environment)
    #expect(settings.port == 9001)
    #expect(settings.host == "0.0.0.0")
    #expect(settings.database == .url("postgresql://db"))
    #expect(settings.migrates)
    #expect(settings.idleSeconds == 130)
    #expect(settings.signUp == .closed)
  }

  @Test("A rate of 0 is any rate, and proxies are named by address or network")
  func limits() throws {
    let settings = try Self.settings([
      "serve", "--account-rate", "0", "--sign-up-rate", "0", "--code-rate", "0",
      "--trusted-proxies", "127.0.0.1, 10.0.0.0/8",
    ])
    #expect(settings.accountRate == nil && settings.signUpRate == nil && settings.codeRate == nil)
    #expect(settings.trustedProxies == TrustedProxies("127.0.0.1,10.0.0.0/8"))
  }

  @Test("KIROKU_DATABASE_URL wins over DATABASE_URL, which other programs share")
  func ownVariableFirst() throws {
    let environment = ["DATABASE_URL": "postgresql://a", "KIROKU_DATABASE_URL": "postgresql://b"]
    #expect(try Self.settings(["serve"], environment).database == .url("postgresql://b"))
  }

  @Test("An empty variable counts as not set")
  func emptyVariable() throws {
    #expect(try Self.settings(["serve"], ["DATABASE_URL": ""]).database == .folder(".kiroku"))
  }

  @Test("A bad variable is named in the refusal, not the flag")
  func badVariable() {
    let message = "KIROKU_PORT must be a whole number from 0 to 65535, not \"http\""
    #expect(throws: ProgramError.usage(message)) {
      try Self.settings(["serve"], ["KIROKU_PORT": "http"])
    }
  }

  @Test("Help is understood anywhere, also after an option that is wrong")
  func help() throws {
    for line in [["--help"], ["-h"], ["help"]] {
      #expect(try Invocation.read(line, environment: { _ in nil }).action == .help(nil))
    }
    for command in Command.allCases {
      let line = command.rawValue.split(separator: " ").map(String.init) + ["--nope", "--help"]
      #expect(try Invocation.read(line, environment: { _ in nil }).action == .help(command))
    }
  }

  @Test("Help names every option with its variables")
  func helpIsComplete() {
    for command in Command.allCases {
      let text = Help.text(for: command)
      for option in command.options {
        #expect(text.contains(option.flag))
        for variable in option.variables { #expect(text.contains(variable)) }
      }
    }
  }

  @Test("Exit codes: 2 for wrong usage, 1 for failure")
  func exitCodes() {
    #expect(ProgramError.usage("").exitCode == 2)
    #expect(ProgramError.failed("").exitCode == 1)
  }

  private static func settings(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ServeSettings {
    try ServeSettings(Invocation.read(arguments, environment: { environment[$0] }))
  }
}
