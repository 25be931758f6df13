import ArgumentParser
import Foundation
import Testing

@testable import churntop

struct ConfigurationKeyTests {
  @Test func `the article's table of settings is the program's`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url = top.appending(path: "Sources/churntop/churntop.docc/Configuration.md")
    let article = try String(contentsOf: url, encoding: .utf8)
    let rows = ConfigurationKey.allCases.map { key in
      "| `\(key.rawValue)` | \(key.summary) | `\(key.fallbackWords)` |"
    }
    let table = (["| setting | what it is | default |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n")
    #expect(article.contains(table), "put this into Configuration.md:\n\(table)")
  }

  @Test(arguments: ConfigurationKey.allCases)
  func `the help of the program names every variable`(key: ConfigurationKey) {
    #expect(Churntop.configuration.discussion.contains(key.variable))
  }
}
