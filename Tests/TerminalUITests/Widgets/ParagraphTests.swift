import TerminalUI
import Testing

@Suite struct ParagraphTests {
  @Test(arguments: [
    ("the quick brown fox", 10, ["the quick", "brown fox"]),
    ("the quick brown fox", 9, ["the quick", "brown fox"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("ab abcdefgh", 4, ["ab", "abcd", "efgh"]),
    ("山田太郎の本", 5, ["山田", "太郎", "の本"]),
    ("one\n\ntwo", 9, ["one", "", "two"]),
    ("  a   b  ", 9, ["a b"]),
    ("", 5, [""]),
    ("山", 1, [""]),
    ("abc", 0, []),
  ])
  func `text is broken between words`(text: String, width: Int, lines: [String]) {
    #expect(Paragraph(text).lines(width: width) == lines)
  }

  @Test func `what does not fit ends in an ellipsis`() {
    var frame = Frame(size: Size(width: 6, height: 2))
    frame.draw(Paragraph("one two three four"), in: frame.bounds)
    #expect(frame.lines == ["one", "two…"])
  }
}
