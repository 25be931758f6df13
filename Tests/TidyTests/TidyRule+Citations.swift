extension TidyRule {
  /// Comments and articles cite by heading: `<doc:EdgeCases#Case-12>`.
  static let citations = TidyRule(name: "a citation leads to an article or its heading") { file in
    file.comments.filter { $0.text.holds("<doc:") }.flatMap { line, text in
      text.matches(of: /<doc:([^>]*)>/).map { String($0.1) }
        .filter { !Articles.checkout.targets.contains($0) }
        .map { "\(file.path):\(line): \($0)" }
    }
  }

  /// A case or a section is cited by a link, unless it is one of a standard.
  static let outsiders = TidyRule(name: "nothing outside the project is cited") { file in
    var before = (line: 0, text: "")
    let isTest = file.path.hasPrefix("Tests/") && !file.path.hasPrefix("Tests/TidyTests/")
    // Names of tests and of their cases cite as well.
    let named = (isTest ? file.lines : []).enumerated().flatMap { index, line in
      guard line.holds("omain ") || line.holds("olden ") else { return [String]() }
      return line.matches(of: page).map { "\(file.path):\(index + 1): \($0.0)" }
    }
    return named
      + file.comments.flatMap { line, text in
        // A citation may be broken between two lines of a comment.
        let whole = before.line + 1 == line ? before.text + " " + text : text
        let known = before.line + 1 == line ? outside(before.text) : []
        before = (line, text)
        return outside(whole).filter { !known.contains($0) }.map { "\(file.path):\(line): \($0)" }
      }
  }

  /// A page that is no part of the project, by the words that cite it.
  private static var page: Regex<Substring> {
    /(?i)\bdomain (?:page|cases?|sections?|\d)|\bgolden cases? G?\d/
  }

  /// What a text cites that is no part of the project.
  private static func outside(_ text: String) -> [String] {
    let signs = ["omain", "ases ", "ase ", "ection", "§", ".md"]
    guard signs.contains(where: text.holds) else { return [] }
    var found = (text.matches(of: page) + text.matches(of: /(?i)\bcases? \d+\b/))
      .map { String($0.0) }
    if !text.contains(/\b(?:RFC|ECMA|ISO|WCAG|UAX)\b/) {
      found += text.matches(of: /§|\b[Ss]ections? \d/).map { String($0.0) }
    }
    let documents = text.split(whereSeparator: { " ()`,;<>\"".contains($0) })
      .filter { $0.hasSuffix(".md") && !$0.contains("/") && $0.count > 3 }.map(String.init)
    let names = Set(Articles.checkout.files.map { $0.stem + ".md" })
    return found + documents.filter { !names.contains($0) && $0 != "README.md" }
  }
}
