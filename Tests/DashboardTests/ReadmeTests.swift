import Foundation
import Testing

@testable import Dashboard

/// The page that a newcomer reads first says what the program does.
@Suite struct ReadmeTests {
  @Test func `the key table is the command table's`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: top.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(CommandTable.markdown().trimmingCharacters(in: .newlines)))
  }
}
