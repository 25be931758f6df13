import Foundation
import Testing

@Suite struct ThreatModelTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  /// The names of all tests.
  private static func tests() throws -> Set<String> {
    var names: Set<String> = []
    let folder = root.appendingPathComponent("Tests").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/func `([^`]+)`/#) { names.insert(String(match.1)) }
    }
    return names
  }

  @Test func `every attack names a test that exists`() throws {
    let page = Self.root.appendingPathComponent("Sources/churntopd/churntopd.docc/ThreatModel.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.dropFirst()
    #expect(rows.count > 15)
    let tests = try Self.tests()
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 3)
      let name = cells.last?.trimmingCharacters(in: CharacterSet(charactersIn: "`")) ?? ""
      #expect(tests.contains(name), "\(name)")
    }
  }
}
