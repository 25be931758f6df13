import SubscriptionCore
import Testing

struct FilterPatternTests {
  static let found: [(String, String, Bool)] = [
    ("", "", true), ("", "x", true), ("abc", "xxABCxx", true), ("abc", "ab", false),
    ("^abc$", "abc", true), ("^abc$", "xabc", false), ("a.c", "a-c", true), ("a.c", "ac", false),
    ("a*", "", true), ("^a*$", "aaa", true), ("^a+$", "", false), ("^ab?c$", "ac", true),
    ("^a{2}$", "aa", true), ("^a{2}$", "a", false), ("^a{2,}$", "aaaa", true),
    ("^a{2,3}$", "aaaa", false), ("^a{0}$", "", true), ("a|b", "xb", true),
    ("^(a|bc)+$", "abcbca", true),
    ("^(?:ab)*$", "abab", true), ("a|", "", true), ("[a-c]+", "xB", true), ("[A-C]", "b", true),
    ("[^a-c]", "ABC", false), ("[^a-c]", "abd", true), ("[]a]", "]", true), ("[a-]", "-", true),
    ("[\\d_]", "_", true), ("^\\d+$", "2024", true), ("\\D", "2024", false),
    ("^\\w+$", "a_1é", true),
    ("\\W", "ab", false), ("\\s", "a b", true), ("\\S", " ", false), ("\\bada\\b", "x ada y", true),
    ("\\bada\\b", "xada", false), ("\\Bda", "ada", true), ("\\.", "a.b", true),
    ("\\.", "ab", false),
    ("ÉÀ", "éà", true), ("田.い", "田中い", true), ("\\/", "a/b", true), ("a/b", "a/b", true),
    ("a*?b", "aab", true), ("\\t", "a\tb", true), ("[\\]\\\\]", "\\", true), ("İ", "i̇", true),
    ("(){1000}", "", true), ("$^", "", true), ("a**", "aa", true),
  ]

  @Test(arguments: found)
  func `a pattern is found`(_ source: String, _ text: String, _ expected: Bool) throws {
    #expect(try FilterPattern(source).matches(text) == expected)
  }

  @Test(arguments: [
    "(", ")", "a)", "[", "[a", "*", "+a", "a{", "a{2", "a{3,2}", "a{1001}", "a{x}", "\\", "\\q",
    "(?=a)", "(?<n>a)", "[z-a]", "[\\", "a****", "((a{1000}){1000})", "\\1",
  ])
  func `a malformed or oversized pattern is refused`(_ source: String) {
    #expect {
      try FilterPattern(source)
    } throws: {
      guard let error = $0 as? PatternError else { return false }
      return !error.text.isEmpty && error.offset <= source.unicodeScalars.count
    }
  }

  @Test func `deep nesting is refused`() {
    #expect(throws: PatternError.self) { try FilterPattern(String(repeating: "(", count: 5000)) }
  }

  @Test func `a pattern that makes backtracking engines hang is answered`() throws {
    let text = String(repeating: "a", count: 5000) + "b"
    #expect(try !FilterPattern("^(a+)+$").matches(text))
    #expect(try !FilterPattern("^(a|aa)*c").matches(text))
    #expect(try FilterPattern("((((((a*)*)*)*)*)*)b$").matches(text))
  }

  @Test func `patterns are equal when their expressions are`() throws {
    #expect(try FilterPattern("a\\/b") == FilterPattern("a/b"))
    #expect(try FilterPattern("a") != FilterPattern("b"))
    #expect(try FilterPattern("a/b").description == "/a\\/b/")
    #expect(try FilterPattern("a\\\\").description == "/a\\\\/")
  }
}
