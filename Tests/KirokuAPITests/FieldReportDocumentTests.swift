import Foundation
import Testing

@Suite("docs/field-reports.md")
struct FieldReportDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of its tables: report, fault, what holds it.
  private static func rows() throws -> [[String]] {
    let file = root.appendingPathComponent("docs/field-reports.md")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("| BUG-") }
      .map { $0.components(separatedBy: " | ") }
  }

  @Test("Has a line for each of the 107 reports")
  func complete() throws {
    let reports = try Self.rows().compactMap(\.first)
    #expect(reports.count == 107 && Set(reports).count == 107)
    #expect(try Self.rows().allSatisfy { $0.count == 3 })
  }

  @Test("Names only sentences of tests that there are")
  func sentences() throws {
    let folder = Self.root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var tests = ""
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { tests += try String(contentsOf: file, encoding: .utf8) }
    }
    for row in try Self.rows() {
      // Every second part stands between quotes; an ellipsis ends one that was told in full before.
      for (index, part) in row[2].components(separatedBy: "\"").enumerated() where index % 2 == 1 {
        let sentence = part.trimmingCharacters(in: CharacterSet(charactersIn: "… ,"))
        #expect(tests.contains(sentence), "\(row[0]): \(part)")
      }
    }
  }
}
