import Foundation
import Testing

@testable import Dashboard

/// Checks the key table of churntop's article about keys.
///
/// With `CHURNTOP_RECORD=1` in the environment the table is written instead.
@Suite struct KeyArticleTests {
  @Test func `the key table is the command table's`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = top.appending(path: "Sources/churntop/churntop.docc/Keys.md")
    let table = KeyPage().markdown().trimmingCharacters(in: .newlines)
    var article = try String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      var lines = article.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let first = try #require(lines.firstIndex { $0.hasPrefix("| keys | what it does |") })
      let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
      lines.replaceSubrange(first..<end, with: table.split(separator: "\n").map(String.init))
      article = lines.joined(separator: "\n")
      try article.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(article.contains(table))
  }
}
