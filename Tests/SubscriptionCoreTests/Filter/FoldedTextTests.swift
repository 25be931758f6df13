import SubscriptionCore
import Testing

struct FoldedTextTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("ABC z@[", "abc z@["), ("ÄÖÜ", "äöü"), ("ΟΔΟΣ", "οδοσ"),
    ("İ", "i\u{307}"), ("ẞ", "ß"), ("ＡＢ", "ａｂ"), ("田中", "田中"), ("𐐀", "𐐨"),
  ])
  func `each scalar is lowercased by itself`(_ text: String, _ folded: String) {
    #expect(Array(Filter.foldCase(text).utf8) == Array(folded.utf8))
    #expect(Array(Filter.foldCase(folded).utf8) == Array(folded.utf8))
  }

  @Test(arguments: [
    ("Straße", "STRASSE", false), ("e\u{301}", "é", false), ("xÉy", "é", true),
    ("a", "abc", false), ("aab", "ab", true), ("日本語", "本", true), ("Σίσυφος", "ΣΊΣ", true),
  ])
  func `texts are searched byte for byte after folding`(
    _ text: String, _ part: String, _ expected: Bool
  ) {
    var row = SubscriberSummary.lucia
    row.product = ProductID(text)
    #expect(Filter.field(.product, .contains([part])).matches(row, at: noon) == expected)
  }
}
