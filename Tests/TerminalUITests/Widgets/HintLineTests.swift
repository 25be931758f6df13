import TerminalScript
import TerminalUI
import Testing

@Suite struct HintLineTests {
  private let line = HintLine(
    [
      Hint(key: "?", text: "help"), Hint(key: "/", text: "filter"), Hint(key: "⏎", text: "open"),
      Hint(key: "x", text: "actions", isEnabled: false),
    ], last: Hint(key: "q", text: "back"))

  @Test(arguments: [
    (60, " ? help   / filter   ⏎ open   x actions              q back"),
    (40, " ? help   / filter   ⏎ open      q back"),
    (30, " ? help   / filter     q back"),
    (18, " ? help    q back"),
    (16, " ? help"),
    (8, " ? help"),
    (4, " ? h"),
  ])
  func `the least important hints go first and help never`(width: Int, text: String) {
    var frame = Frame(size: Size(width: width, height: 1))
    frame.draw(line, in: frame.bounds)
    #expect(frame.lines == [text])
  }

  @Test func `a key that does not work now looks so`() {
    var frame = Frame(size: Size(width: 60, height: 1))
    frame.draw(line, in: frame.bounds)
    #expect(
      frame.roles([.hintKey: "k", .hintText: "t", .disabled: "-"])[0].hasPrefix(
        " kttttt   kttttttt   kttttt   ---------"))
  }

  @Test(arguments: [60, 40, 30, 18, 16])
  func `the place of each hint is that of its words`(width: Int) {
    var frame = Frame(size: Size(width: width, height: 1))
    frame.draw(line, in: frame.bounds)
    let hints = line.hints + [line.last].compactMap(\.self)
    for place in line.places(in: frame.bounds) {
      let text = frame.row(0)[place.rect.x..<place.rect.right].map(\.text).joined()
      #expect(text == "\(hints[place.index].key) \(hints[place.index].text)")
    }
  }
}
