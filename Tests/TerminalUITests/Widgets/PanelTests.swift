import TerminalScript
import TerminalUI
import Testing

@Suite struct PanelTests {
  private func draw(_ panel: Panel, _ width: Int, _ height: Int, _ set: GlyphSet = .unicode)
    -> [String]
  {
    var frame = Frame(size: Size(width: width, height: height), glyphs: Glyphs(set))
    frame.draw(panel, in: frame.bounds)
    return frame.lines
  }

  @Test func `a title stands at the top left and a hint at the bottom right`() {
    #expect(
      draw(Panel(title: "States", hint: "⏎ list"), 24, 3) == [
        "┌─ States ─────────────┐",
        "│                      │",
        "└───────────── ⏎ list ─┘",
      ])
  }

  @Test func `without box drawing the box remains`() {
    #expect(
      draw(Panel(title: "States", hint: "list"), 20, 3, .ascii) == [
        "+- States ---------+",
        "|                  |",
        "+----------- list -+",
      ])
  }

  @Test func `a long title is cut and a long hint left out`() {
    #expect(
      draw(Panel(title: "山田太郎 and more", hint: "much too long a hint"), 14, 2) == [
        "┌─ 山田太… ──┐", "└────────────┘",
      ])
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (1, 3), (2, 2), (6, 2), (7, 2)])
  func `a small box is a box as far as it goes`(width: Int, height: Int) {
    let lines = draw(Panel(title: "T", hint: "h", isFocused: true), width, height)
    #expect(lines.count == height)
    #expect(lines.allSatisfy { SafeText.width(of: $0) == width })
    #expect(Panel.content(of: Rect(Size(width: width, height: height))).width == max(0, width - 4))
  }

  @Test func `focus is a meaning of the border`() {
    var frame = Frame(size: Size(width: 4, height: 2))
    frame.draw(Panel(isFocused: true), in: frame.bounds)
    #expect(frame.roles([.borderFocus: "f"]) == ["ffff", "ffff"])
  }
}
