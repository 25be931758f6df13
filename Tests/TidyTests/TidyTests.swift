import Testing

/// The rules of the code, kept by a test, and each rule shown to bite.
@Suite struct TidyTests {
  @Test(arguments: TidyRule.all)
  func `the code keeps`(_ rule: TidyRule) {
    let breaches = SourceTree.checkout.code.flatMap(rule.breaches)
    #expect(breaches.isEmpty, "\(breaches.prefix(20).joined(separator: "\n"))")
  }

  @Test func `the checkout was found and is not empty`() {
    #expect(SourceTree.checkout.code.count > 50)
  }

  @Test func `the median file is short`() {
    let lengths = SourceTree.checkout.code.map(\.lines.count).sorted()
    #expect(lengths[lengths.count / 2] <= 150)
  }

  @Test func `the top level holds the agreed entries alone`() {
    let agreed: Set = [
      "LICENSE", "Package.resolved", "Package.swift", "README.md", "Sources",
      "Tests", "themes",
    ]
    let strays = SourceTree.checkout.topLevel.filter { !$0.hasPrefix(".") && !agreed.contains($0) }
    #expect(strays.isEmpty)
  }

  @Test func `the README is short and its links lead to files`() {
    let text = SourceTree.checkout.text("README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    let links = text.matches(of: #/\]\(([^):#]+)\)/#).map { String($0.1) }
    #expect(links.count > 5)
    for link in links { #expect(!SourceTree.checkout.text(link).isEmpty, "\(link)") }
  }

  @Test(arguments: [
    Breach("Sources/Intake/A.swift", String(repeating: "\n", count: 401), "400 lines"),
    Breach("Sources/Intake/A.swift", String(repeating: "a", count: 101), "columns"),
    Breach(
      "Sources/Intake/A.swift",
      "func f() {\n" + String(repeating: "  f()\n", count: 70) + "}\n", "function"),
    Breach(
      "Sources/Intake/A.swift",
      "func f(\n  _ a: Int\n) {\n" + String(repeating: "  f()\n", count: 70) + "}\n", "function"),
    Breach("Sources/Intake/A.swift", "let a = 1 \n", "blanks"),
    Breach("Sources/Intake/A.swift", "let a = try" + "! f()\n", "left over"),
    Breach("Sources/Intake/A.swift", "struct Other {}\n", "named"),
    Breach("Sources/Intake/A.swift", "let a = Alert" + "Courier()\n", "retired"),
    Breach("Sources/Intake/A+Words.swift", "let a = 1\n", "retired"),
    Breach("Sources/Intake/A.swift", "let a = store == .appStore\n", "stores differ"),
    Breach("Sources/Intake/A.swift", "/// What comes in.\nlet a = 1\n", "describes"),
    Breach("Sources/churntop/A.swift", "import LedgerSQLite\n", "kind of ledger"),
    Breach("Sources/SubscriptionCore/A.swift", "import Foundation\n", "no Foundation"),
    Breach("Sources/Intake/A.swift", "/// Late (<doc:EdgeCases#Case-99>).\n", "leads to"),
    Breach("Sources/Intake/A.swift", "// Late (domain case 12).\n", "outside"),
    Breach("Tests/IntakeTests/A.swift", "let a = \"late (domain case 12)\"\n", "outside"),
    Breach("Tests/IntakeTests/A.swift", "func `late (golden case G5)`() {\n", "outside"),
    Breach("Sources/Intake/A.swift", "/// Nobody waits for it.\n", "plain English"),
    Breach("Sources/Intake/A.swift", "let a = \"It was heard \\(b) late.\"\n", "plain English"),
    Breach("Sources/Intake/Intake.docc/A.md", "It was told.\n", "plain English"),
    Breach("Sources/Intake/A.swift", "/// Late (golden case\n/// G5).\n", "outside"),
    Breach("Sources/Intake/A.swift", "/// Late (see notes.md, section 3).\n", "outside"),
  ])
  func `a breach is found`(_ breach: Breach) {
    let file = SourceTree.File(path: breach.path, text: breach.text)
    let rules = TidyRule.all.filter { $0.name.contains(breach.rule) }
    #expect(rules.count == 1)
    #expect(rules.contains { !$0.breaches(file).isEmpty })
  }

  @Test func `clean code breaches nothing`() {
    let file = SourceTree.File(
      path: "Sources/Intake/Clean.swift",
      text: "import EventLedger\n\nstruct Clean {\n  func f() {\n  }\n}\n")
    #expect(TidyRule.all.flatMap { $0.breaches(file) }.isEmpty)
  }
}

/// A text that breaches one rule.
struct Breach: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String
  /// A piece of the name of the rule.
  let rule: String

  init(_ path: String, _ text: String, _ rule: String) {
    (self.path, self.text, self.rule) = (path, text, rule)
  }

  var testDescription: String { rule }
}
