import ArgumentParser
import Foundation
import Testing

@testable import churntop

struct ConfigurationKeyTests {
  @Test func `the README's table of settings is the program's`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: top.appending(path: "README.md"), encoding: .utf8)
    let table = ConfigurationKey.markdown().trimmingCharacters(in: .newlines)
    #expect(readme.contains(table), "put this into the README:\n\(table)")
  }

  @Test(arguments: ConfigurationKey.allCases)
  func `the help of the program names every variable`(key: ConfigurationKey) {
    #expect(Churntop.configuration.discussion.contains(key.variable))
  }
}
