import Testing

/// The articles hold what the code cites, and say of the code what is true.
@Suite struct ArticlesTests {
  private let articles = Articles.checkout
  private let code = SourceTree.checkout.code

  @Test(arguments: [TidyRule.citations, TidyRule.outsiders, TidyRule.dialect])
  func `the articles keep`(_ rule: TidyRule) {
    let breaches = articles.files.flatMap(rule.breaches)
    #expect(breaches.isEmpty, "\(breaches.joined(separator: "\n"))")
  }

  @Test func `the articles were found, and the code cites them`() {
    #expect(articles.files.count > 10)
    let citing = code.flatMap(\.comments).filter { $0.text.holds("<doc:EdgeCases#Case-") }
    #expect(citing.count > 80)
  }

  @Test(arguments: [("EdgeCases", "Case ", "case "), ("GoldenCases", "G", "G")])
  func `every numbered case has a test, and every test of a number its case`(
    article: String, heading: String, test: String
  ) throws {
    let page = try #require(articles.article(article))
    let numbers = page.headings.compactMap { text in
      text.hasPrefix(heading) ? Int(text.dropFirst(heading.count)) : nil
    }
    #expect(numbers == Array(1...numbers.count), "numbers go up one by one")
    let names = code.filter { $0.path.hasPrefix("Tests/") }.flatMap(\.lines)
      .filter { $0.holds("func `") }
    let tested = names.compactMap { line in
      line.firstRange(of: "func `" + test).flatMap { name in
        Int(line[name.upperBound...].prefix { $0 != ":" })
      }
    }
    let (cases, tests) = (Set(numbers), Set(tested))
    #expect(cases.subtracting(tests).sorted() == [], "without a test")
    #expect(tests.subtracting(cases).sorted() == [], "without a case")
  }

  @Test func `every case but the observed ones names its source`() throws {
    for name in ["EdgeCases", "GoldenCases"] {
      let page = try #require(articles.article(name))
      for heading in page.headings where heading != "Overview" {
        let text = page.section(heading).joined(separator: " ")
        let isSourced = ["Source: ", "Sources: ", "See <doc:", "Observed"].contains {
          text.contains($0)
        }
        #expect(isSourced, "\(name), \(heading)")
      }
    }
  }

  @Test func `the architecture names functions that exist`() throws {
    let page = try #require(articles.article("Architecture"))
    let names = page.code(under: "The four ways").filter { $0.first?.isUppercase == true }
    #expect(names.count > 25)
    let missing = names.filter { name in
      let parts = name.split(separator: ".").map(String.init)
      return !code.contains { $0.path.hasPrefix("Sources/") && $0.declares(parts[0], parts.last) }
    }
    #expect(missing == [])
  }

  @Test func `the architecture's table of targets is the one of the package`() throws {
    let page = try #require(articles.article("Architecture"))
    var table: [String: Set<String>] = [:]
    for line in page.section("Targets") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }
      }
      table[cells[0][0]] = Set(cells[2])
    }
    var package: [String: Set<String>] = [:]
    let declared = #/\.target\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/#
    for target in SourceTree.checkout.text("Package.swift").matches(of: declared) {
      let (name, dependencies) = (String(target.1), target.2 ?? "")
      guard code.contains(where: { $0.path.hasPrefix("Sources/\(name)/") }) else { continue }
      package[name] = Set(dependencies.matches(of: /"(\w+)"/).map { String($0.1) })
    }
    #expect(table == package)
  }
}

extension SourceTree.File {
  /// Whether the file declares or extends a type, and declares a function in it if one is named.
  fileprivate func declares(_ type: String, _ function: String?) -> Bool {
    let kinds = ["struct", "enum", "class", "actor", "protocol", "extension"]
    let isThere = lines.contains { line in
      guard line.holds(type), line.first != " ", !line.hasPrefix("//") else { return false }
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      return zip(words, words.dropFirst()).contains { kinds.contains($0) && $1 == type }
    }
    guard isThere, let function, function != type else { return isThere }
    return lines.contains { line in
      guard line.holds("func "), let name = line.firstRange(of: "func " + function) else {
        return false
      }
      return "(<".contains(line[name.upperBound...].first ?? " ")
    }
  }
}
