import TerminalUI
import Testing

@Suite struct CaptionBoxTests {
  private func lines(_ box: CaptionBox, width: Int, height: Int, cursor: Int? = nil) -> [String] {
    var frame = Frame(size: Size(width: width, height: height))
    for y in 0..<height { frame.put("row \(y)", at: Point(x: 0, y: y)) }
    frame.cursor = cursor.map { Point(x: 0, y: $0) }
    return frame.captioned(box).lines
  }

  @Test func `it stands at the bottom, or at the top below two rows`() {
    let box = CaptionBox(title: "Tour", text: "one two", hint: "n next")
    #expect(
      lines(box, width: 24, height: 7)
        == ["row 0", "row 1", "row 2", "row 3"] + [
          "┌─ Tour ───────────────┐", "│ one two              │",
          "└───────────── n next ─┘",
        ])
    var above = box
    above.isAbove = true
    #expect(lines(above, width: 24, height: 7)[2].hasPrefix("┌─ Tour"))
    #expect(lines(box, width: 24, height: 9, cursor: 7)[2].hasPrefix("┌─ Tour"))
    #expect(lines(box, width: 24, height: 9, cursor: 3)[6].hasPrefix("┌─ Tour"))
  }

  @Test func `without text it is one line, and half of the screen is always seen`() {
    let line = CaptionBox(title: "Tour waits;", text: "", hint: "^t goes on")
    #expect(lines(line, width: 30, height: 5).last == " Tour waits;  ^t goes on")
    let long = CaptionBox(text: String(repeating: "word ", count: 99))
    let drawn = lines(long, width: 30, height: 12)
    #expect(drawn.prefix(6) == ["row 0", "row 1", "row 2", "row 3", "row 4", "row 5"])
    #expect(drawn[10].contains("…"))
    #expect(lines(long, width: 10, height: 3) == ["row 0", "row 1", "row 2"])
  }

  @Test(arguments: [(20, 4), (30, 6), (60, 16), (200, 60)])
  func `no size breaks it`(size: (Int, Int)) {
    for text in ["", "x", String(repeating: "山田 ", count: 300)] {
      let drawn = lines(
        CaptionBox(title: "T", text: text, hint: "n"), width: size.0, height: size.1)
      #expect(drawn.count == size.1)
      #expect(drawn.first == "row 0")
    }
  }
}
