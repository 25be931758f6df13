import SeededNumbers
import Testing

@testable import TerminalUI

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("plain", "plain", 5),
    ("山田 tarō", "山田 tarō", 9),
    ("ｶﾅ", "ｶﾅ", 2),
    ("e\u{301}", "e\u{301}", 1),
    ("a\tb\r\nc\u{85}d\u{2028}e", "a b  c d e", 10),
    ("\u{1B}[31mred", "\u{FFFD}[31mred", 8),
    ("a\u{0}b\u{7F}c\u{9B}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d", 7),
    ("ab\u{202E}cd\u{2066}e\u{200F}", "abcde", 5),
    ("👩\u{200D}💻", "👩💻", 4),
    ("❤\u{FE0F}", "❤", 1),
    ("so\u{AD}ft", "soft", 4),
    ("\u{301}a", " \u{301}a", 2),
    ("\u{FFFE}", "\u{FFFD}", 1),
    ("\u{1FAE8}", "\u{FFFD}", 1),
    ("", "", 0),
  ])
  func `text from outside becomes safe`(text: String, safe: String, width: Int) {
    #expect(SafeText.sanitized(text).unicodeScalars.elementsEqual(safe.unicodeScalars))
    #expect(SafeText.width(of: text) == width)
  }

  @Test func `at most four marks stay on a character`() {
    let text = "x" + String(repeating: "\u{301}", count: 50) + "y"
    let safe = SafeText.sanitized(text)
    #expect(safe.unicodeScalars.count == 6)
    #expect(SafeText.width(of: text) == 2)
  }

  @Test func `no text at all keeps a control or direction character`() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<2000 {
      let text = hostileText(&random, upTo: 40)
      let safe = SafeText.sanitized(text)
      for scalar in safe.unicodeScalars {
        let value = scalar.value
        #expect(value >= 0x20 && !(0x7F..<0xA0).contains(value), "\(Array(text.unicodeScalars))")
        #expect(!scalar.properties.isBidiControl)
        #expect(DisplayWidth.of(scalar) >= 0)
      }
      #expect(SafeText.sanitized(safe) == safe)
      #expect(SafeText.width(of: safe) == SafeText.width(of: text))
      #expect(SafeText.width(of: text) == SafeText.pieces(of: text).reduce(0) { $0 + $1.width })
    }
  }

  @Test(arguments: [
    ("Lindqvist", 9, "Lindqvist"), ("Lindqvist", 6, "Lindq…"), ("山田太郎", 5, "山田…"),
    ("山田太郎", 4, "山…"), ("山", 1, "…"), ("ab", 0, ""), ("ab", -3, ""),
  ])
  func `text that does not fit ends in an ellipsis`(text: String, width: Int, cut: String) {
    #expect(SafeText.truncated(text, to: width) == cut)
    #expect(SafeText.width(of: cut) <= max(0, width))
  }
}
