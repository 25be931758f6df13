import Testing

@testable import TerminalUI

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("山", 2), ("ﾊ", 1), ("한", 2), ("\u{301}", 0), ("🙂", 2), ("❤", 1),
      ("│", 1), ("◉", 1), ("\u{7}", -1), ("\u{10FFFF}", -1), ("\u{E000}", 1),
    ] as [(Unicode.Scalar, Int)])
  func `a scalar has its width`(scalar: Unicode.Scalar, width: Int) {
    #expect(DisplayWidth.of(scalar) == width)
  }

  @Test func `the runs are in order and each differs from the one before`() {
    for (before, after) in zip(DisplayWidth.runs, DisplayWidth.runs.dropFirst()) {
      #expect(before >> 2 < after >> 2)
      #expect(before & 3 != after & 3)
    }
  }
}
