import Testing

@testable import TerminalUI

struct HeatRowTests {
  @Test(arguments: [
    (GlyphSet.unicode, "·░░▒▓█╌"), (.narrow, ".::+*#-"), (.ascii, ".::+*#-"),
  ])
  func `shades grow with the share, and what is not known has its own sign`(
    set: GlyphSet, signs: String
  ) {
    let row = HeatRow([0, 0.001, 0.2, 0.4, 0.6, 0.8, nil], maximum: 0.8)
    let runs = row.runs(width: 20, glyphs: Glyphs(set))
    #expect(runs.map(\.text).joined() == signs)
    #expect(runs.map(\.role) == [.text, .dim])
  }

  @Test(arguments: 0...8) func `a row is as wide as asked at the most`(width: Int) {
    let row = HeatRow([0.1, nil, 0.3, 0.4, 0.5])
    let text = row.runs(width: width, glyphs: .unicode).map(\.text).joined()
    #expect(SafeText.width(of: text) == min(5, width))
    var frame = Frame(size: Size(width: 10, height: 2))
    frame.draw(row, in: Rect(x: 1, y: 0, width: width, height: 1))
    #expect(frame[0, 0] == .blank && frame[width + 1, 0] == .blank)
  }

  @Test func `a maximum of nothing shows nothing, and what is beyond it the darkest shade`() {
    #expect(HeatRow([0, 1], maximum: 0).runs(width: 2, glyphs: .unicode).map(\.text) == ["··"])
    #expect(HeatRow([2, .nan]).runs(width: 2, glyphs: .unicode).map(\.text) == ["█·"])
  }

  @Test func `a sparkline leaves a gap for what is not known`() {
    #expect(Sparkline([0, nil, 7]).signs(width: 8, glyphs: .unicode) == "▁ █")
    #expect(Sparkline([nil, nil]).signs(width: 8, glyphs: .unicode) == "  ")
  }
}
