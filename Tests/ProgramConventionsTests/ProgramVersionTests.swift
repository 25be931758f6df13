import Foundation
import Testing

@testable import ProgramConventions

struct ProgramVersionTests {
  @Test func `the line has the commit if the build knew it`() {
    let number = ProgramVersion.number
    let line = ProgramVersion.line(of: "churntop", commit: "7382be3")
    #expect(line == "churntop \(number) (7382be3)")
    #expect(ProgramVersion.line(of: "churntop", commit: "") == "churntop \(number)")
    #expect(number.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
  }

  @Test func `the newest release in the changelog is this version`() throws {
    let file = URL(filePath: #filePath)
    let top = (0..<3).reduce(file) { path, _ in path.deletingLastPathComponent() }
    let text = try String(
      contentsOf: top.appending(path: ".github/CHANGELOG.md"), encoding: .utf8)
    let headings = text.matches(of: #/(?m)^## (.+)$/#).map { String($0.1) }
    #expect(headings.first == "Unreleased")
    let release = try #require(headings.dropFirst().first)
    let match = try #require(release.wholeMatch(of: #/(\S+) - \d{4}-\d\d-\d\d/#))
    #expect(match.output.1 == ProgramVersion.number)
  }
}
