import Foundation

/// The page that a newcomer reads first.
struct Readme {
  /// Where it is.
  let url: URL
  /// Its text.
  let text: String

  init() throws {
    url = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "README.md")
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// Its lines.
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
