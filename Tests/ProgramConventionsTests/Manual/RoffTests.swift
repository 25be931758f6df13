import Testing

@testable import ProgramConventions

struct RoffTests {
  @Test(arguments: [
    ("plain words", "plain words"), ("--as-of", "\\-\\-as\\-of"), ("\\", "\\(rs"),
    ("'a' \"b\" `c`", "\\(aqa\\(aq \\(dqb\\(dq \\(gac\\(ga"), ("^d ~/x", "\\(had \\(ti/x"),
    ("a\nb\tc\u{1B}", "a b c "), ("⬥é", "\\[u2B25]\\[u00E9]"), ("😀", "\\[u1F600]"),
  ])
  func `text prints as it stands`(text: String, roff: String) {
    #expect(Roff.escaped(text) == roff)
  }

  @Test(arguments: [".SH no section", "'so /etc/passwd", "..", "\\fBnot bold"])
  func `no text becomes a request`(words: String) {
    var roff = Roff(title: words, section: 1, source: words, manual: words)
    roff.section(words)
    let before = roff.text
    roff.paragraph(.plain(words))
    roff.entry([.plain(words)], words)
    roff.verbatim([words])
    let written = roff.text.dropFirst(before.count).split(separator: "\n")
    let requests = written.filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
    #expect(requests == [".PP", ".TP", ".RS \"4\"", ".EX", ".EE", ".RE"])
    #expect(!written.contains { $0.contains("\\fB") })
  }
}
