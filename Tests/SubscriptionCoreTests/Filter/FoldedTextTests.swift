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

  @Test(arguments: [
    ("3d", 259_200_000), ("1w", 604_800_000), ("1d12h", 129_600_000), ("90m", 5_400_000),
    ("1s5ms", 1005), ("-2h", -7_200_000), ("0s", 0),
  ])
  func `lengths of time are read`(_ text: String, _ milliseconds: Int64) {
    #expect(DurationText.milliseconds(text) == milliseconds)
    let written = DurationText.text(milliseconds: milliseconds)
    #expect(DurationText.milliseconds(written) == milliseconds)
  }

  @Test(arguments: [
    "", "-", "3", "d", "3 d", "3y", "3d-", "--3d", "٣d", "99999999999999999999d", "3660001d",
    "1.5d",
  ])
  func `other texts are not lengths of time`(_ text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }
}
