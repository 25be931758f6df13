import Foundation

/// The articles of the documentation catalogues, and what comments cite of them.
struct Articles: Sendable {
  /// The articles, in the order of their paths.
  let files: [SourceTree.File]
  /// Everything that a link can lead to: `Article` and `Article#Heading`.
  let targets: Set<String>

  /// The articles of the checkout.
  static let checkout = Articles(top: SourceTree.checkout.top)

  init(top: URL) {
    var found: [SourceTree.File] = []
    let walk = FileManager.default.enumerator(atPath: top.appending(path: "Sources").path)
    while let name = walk?.nextObject() as? String {
      guard name.contains(".docc/"), name.hasSuffix(".md"),
        let text = try? String(
          contentsOf: top.appending(path: "Sources/" + name), encoding: .utf8)
      else { continue }
      found.append(SourceTree.File(path: "Sources/" + name, text: text))
    }
    files = found.sorted { $0.path < $1.path }
    targets = Set(
      files.flatMap { file in
        [file.stem] + file.headings.map { file.stem + "#" + SourceTree.File.anchor(of: $0) }
      })
  }

  /// An article by its name; `nil` when there is none.
  func article(_ name: String) -> SourceTree.File? { files.first { $0.stem == name } }
}

extension SourceTree.File {
  /// The headings below the title, without their marks; code blocks have none.
  var headings: [String] {
    var isCode = false
    return lines.compactMap { line in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("##"),
        let text = line.split(separator: " ", maxSplits: 1).dropFirst().first
      else { return nil }
      return String(text)
    }
  }

  /// The lines under a heading, up to the next one of its level.
  func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix(" " + heading) })
    else { return [] }
    let level = lines[start].prefix { $0 == "#" } + " "
    let rest = lines[(start + 1)...]
    return Array(rest.prefix { !$0.hasPrefix(level) })
  }

  /// The anchor that DocC gives a heading: letters and digits, with hyphens for spaces.
  static func anchor(of heading: String) -> String {
    String(heading.filter { $0.isLetter || $0.isNumber || " -".contains($0) })
      .replacing(" ", with: "-")
  }

  /// The comments of a source file, or the text of an article, each line with its number from 1.
  ///
  /// Lines of one comment follow each other without a gap. A sign in a string is none.
  var comments: [(line: Int, text: String)] {
    if path.hasSuffix(".md") {
      return lines.enumerated().filter { !$0.element.hasPrefix("#") }
        .map { ($0.offset + 1, $0.element) }
    }
    return lines.enumerated().compactMap { index, line in
      guard line.holds("//"), let mark = line.firstRange(of: "//"),
        line[..<mark.lowerBound].count(where: { $0 == "\"" }) % 2 == 0,
        !line[..<mark.lowerBound].hasSuffix(":")
      else { return nil }
      let text = line[mark.upperBound...].drop { "/ ".contains($0) }
      return (index + 1, String(text))
    }
  }

  /// The string literals of more than a word that hold one of some words, each with its line from 1
  /// and without what is inserted into it.
  func sentences(with words: Set<String>) -> [(line: Int, text: String)] {
    guard path.hasSuffix(".swift") else { return [] }
    return lines.enumerated().flatMap { index, line -> [(line: Int, text: String)] in
      guard words.contains(where: line.holds) else { return [] }
      return line.matches(of: /"([^"]* [^"]*)"/).map { literal in
        (index + 1, String(literal.1).replacing(/\\\([^)]*\)?/, with: ""))
      }
    }
  }

  /// The pieces of code between back quotes under a heading.
  func code(under heading: String) -> [String] {
    section(heading).flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }
}

extension String {
  /// Whether a word occurs; asks the C library, as the sources have millions of letters.
  func holds(_ word: String) -> Bool { strstr(self, word) != nil }
}
