import TerminalUI
import Testing

@Suite struct BarTests {
  @Test(arguments: [
    (0, 100, ""), (-5, 100, ""), (1, 0, ""), (100, 100, "██████████"), (999, 100, "██████████"),
    (50, 100, "█████"), (1, 100_000, "▏"), (23, 100, "██▎"), (Int.max, Int.max, "██████████"),
  ])
  func `a bar is as long as its share`(value: Int, maximum: Int, signs: String) {
    #expect(Bar(value: value, maximum: maximum).signs(width: 10, glyphs: .unicode) == signs)
  }

  @Test func `a bar has no room in no column`() {
    #expect(Bar(value: 1, maximum: 1).signs(width: 0, glyphs: .unicode) == "")
  }

  @Test(arguments: [
    ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"), ([5, 5], "▄▄"), ([-10, 10], "▁█"), ([], ""),
    ([999, 0, 0, 0, 0, 0, 0, 0, 7], "▁▁▁▁▁▁▁█"), ([Int.min, Int.max], "▁█"),
  ])
  func `a sparkline shows the newest figures between their extremes`(
    values: [Int], signs: String
  ) {
    #expect(Sparkline(values).signs(width: 8, glyphs: .unicode) == signs)
  }
}
