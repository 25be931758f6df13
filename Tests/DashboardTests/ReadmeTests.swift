import Foundation
import Testing

@testable import Dashboard

/// The page that a newcomer reads first says what the program does.
///
/// With `CHURNTOP_RECORD=1` in the environment the key table is written anew.
@Suite struct ReadmeTests {
  @Test func `the key table is the command table's`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = top.appending(path: "README.md")
    let table = KeyPage().markdown().trimmingCharacters(in: .newlines)
    var readme = try String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      var lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let first = try #require(lines.firstIndex { $0.hasPrefix("| keys | what it does |") })
      let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
      lines.replaceSubrange(first..<end, with: table.split(separator: "\n").map(String.init))
      readme = lines.joined(separator: "\n")
      try readme.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(readme.contains(table))
  }
}
