import Foundation
import HTTPCore
import JSON
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("The contract")
struct ContractTests {
  /// `METHOD path` of each operation in `openapi.yaml`: keys two and four spaces deep under `paths`.
  static func operations(in text: String) -> Set<String> {
    let methods: Set<String> = ["get", "post", "put", "patch", "delete", "head", "options"]
    var operations: Set<String> = []
    var isInPaths = false
    var path = ""
    for line in text.split(separator: "\n") {
      if !line.hasPrefix(" ") { isInPaths = line == "paths:" }
      guard isInPaths, line.hasSuffix(":") else { continue }
      let key = line.dropLast().drop { $0 == " " }
      switch line.prefix(while: { $0 == " " }).count {
      case 2: path = String(key)
      case 4 where methods.contains(String(key)):
        operations.insert("\(key.uppercased()) \(path)")
      default: break
      }
    }
    return operations
  }

  @Test("Every route is in openapi.yaml, and nothing else is")
  func routes() {
    let routes = Set(API.routes.map { "\($0.method.name) \($0.pattern)" })
    #expect(Self.operations(in: OpenAPIFile.text) == routes)
    #expect(routes.count == API.routes.count)
  }

  @Test("The text in the binary is the file's")
  func embedded() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = try String(contentsOf: root.appendingPathComponent("openapi.yaml"), encoding: .utf8)
    // A file ends with a line's end, a Swift literal does not.
    #expect(OpenAPIFile.text == file || OpenAPIFile.text + "\n" == file)
  }

  @Test("Every problem's code is in openapi.yaml")
  func codes() throws {
    let text = OpenAPIFile.text
    let start = try #require(
      text.range(of: "        code:\n          type: string\n          enum:\n"))
    let listed = text[start.upperBound...].split(separator: "\n")
      .prefix { $0.hasPrefix("            - ") }.map { String($0.dropFirst(14)) }
    #expect(Set(listed) == Set(ProblemCode.allCases.map(\.rawValue)))
    for field in ActHeaderNames.all { #expect(text.contains("name: \(field)\n"), "\(field)") }
  }

  enum ActHeaderNames {
    static let all: [FieldName] = [
      .actedAt, .clockOffset, .seen, .clientID, .source, .intent, .sessionID, .timeZone,
      .idempotencyKey,
    ]
  }

  @Test("Every code of every module has its words")
  func faultCodes() {
    let codes =
      FieldFault.Code.allCases.map(\.rawValue) + Fault.Code.allCases.map(\.rawValue)
      + Instant.ParseFault.allCases.map(\.rawValue)
      + JSONSyntaxError.Reason.allCases.map(\.rawValue)
    for code in codes { #expect(FaultCode(rawValue: code) != nil, "\(code)") }
  }

  @Test("Every problem speaks both languages, and no sentence twice")
  func words() {
    for language in Language.allCases {
      let titles = ProblemCode.allCases.map { $0.title(in: language) }
      let details = ProblemCode.allCases.map { $0.detail(in: language) }
      #expect(Set(titles).count == titles.count && Set(details).count == details.count)
      for detail in details {
        #expect(detail.hasSuffix(language == .ja ? "。" : "."), "\(detail)")
      }
    }
    for code in ProblemCode.allCases {
      #expect(code.title(in: .ja) != code.title(in: .en))
      #expect(Self.isJapanese(code.detail(in: .ja)) && !Self.isJapanese(code.detail(in: .en)))
    }
  }

  @Test(
    "Every problem is answered whole in every language",
    arguments: ProblemCode.allCases, Language.allCases)
  func rendered(code: ProblemCode, language: Language) {
    let answer = Answer(Problem(code).response(in: language, requestID: "r"))
    #expect(answer.status == code.status.code && answer.status >= 400)
    #expect(answer.header(.contentType) == "application/problem+json")
    #expect(answer.header(.contentLanguage) == language.rawValue)
    #expect(answer.string("type") == "urn:kiroku:problem:" + code.rawValue)
    #expect(answer.string("title") == code.title(in: language))
    #expect(answer.string("detail") == code.detail(in: language))
    #expect(answer.string("status") == "\(answer.status)")
    #expect(answer.string("code") == code.rawValue && answer.string("requestId") == "r")
  }

  @Test(
    "Every fault is told in a sentence of each language that leaves no gap",
    arguments: FaultCode.allCases)
  func faultWords(code: FaultCode) {
    let values = [
      "value": "v", "minimum": "1", "maximum": "2", "limit": "3", "unit": "kg", "other": "o",
      "choices": "a, b", "expected": "uuid", "name": "n", "offset": "9",
    ]
    for name in ["/weightKg", "/weight/value", "/weight/unit", "/recordedAt", "/other", ""] {
      let problem = FieldProblem(.pointer(name), code, values)
      let english = problem.detail(in: .en)
      #expect([".", "?"].contains(english.suffix(1)) && !english.contains("  "), "\(english)")
      #expect(!Self.isJapanese(english))
      let japanese = problem.detail(in: .ja)
      #expect(["。", "？"].contains(japanese.suffix(1)), "\(japanese)")
      #expect(Self.isJapanese(japanese))
    }
  }

  private static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
  }
}
