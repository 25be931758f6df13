import SeededNumbers
import TerminalScript
import Testing

@testable import TerminalUI

@Suite struct FrameTests {
  private func frame(_ width: Int, _ height: Int) -> Frame {
    Frame(size: Size(width: width, height: height))
  }

  @Test(arguments: [
    (Alignment.left, "ab  |"), (.centre, " ab |"), (.right, "  ab|"),
  ])
  func `text leans to its side`(alignment: Alignment, line: String) {
    var frame = frame(5, 1)
    let end = frame.put("ab", at: Point(x: 0, y: 0), width: 4, alignment: alignment)
    frame.put("|", at: Point(x: end, y: 0))
    #expect(frame.lines == [line])
  }

  @Test func `wide text is padded by its columns`() {
    var frame = frame(12, 1)
    let end = frame.put("山田太郎", at: Point(x: 0, y: 0), width: 6)
    frame.put("|", at: Point(x: end, y: 0))
    #expect(frame.lines == ["山田… |"])
  }

  @Test func `half of a wide character is never left behind`() {
    var frame = frame(6, 4)
    frame.put("山田山", at: Point(x: 0, y: 0))
    frame.put("x", at: Point(x: 1, y: 0))
    frame.put("y", at: Point(x: 2, y: 0))
    frame.put("山", at: Point(x: 5, y: 1))
    frame.put("山", at: Point(x: -1, y: 2))
    frame.put("山田", at: Point(x: 0, y: 3))
    frame.put("木", at: Point(x: 1, y: 3))
    #expect(frame.lines == [" xy 山", "", "", " 木"])
    for y in 0..<4 { #expect(frame.row(y).reduce(0) { $0 + $1.width } == 6) }
  }

  @Test func `nothing outside of the frame or the clip is drawn`() {
    var frame = frame(4, 3)
    frame.put("abcdefgh", at: Point(x: -2, y: 0))
    frame.put("x", at: Point(x: 0, y: -1))
    frame.put("x", at: Point(x: 0, y: 99))
    frame.clipped(to: Rect(x: 1, y: 1, width: 2, height: 9)) { frame in
      frame.fill(Rect(x: -5, y: -5, width: 50, height: 50), with: .pointer)
      frame.overlay(.cursor, in: Rect(x: 0, y: 0, width: 4, height: 3))
    }
    #expect(frame.lines == ["cdef", " ►►", " ►►"])
    #expect(frame.roles([.cursor: "c"]) == ["    ", " cc ", " cc "])
  }

  @Test func `a row differs by text, meaning or overlay`() {
    var first = frame(6, 5)
    for y in 0..<5 { first.put("plain", at: Point(x: 0, y: y)) }
    var second = first
    second.put("o", at: Point(x: 4, y: 1))
    second.cells[2 * 6].role = .dim
    second.overlay(.cursor, in: Rect(x: 5, y: 3, width: 1, height: 1))
    #expect(
      (-1...5).map { second.differs(from: first, inRow: $0) }
        == [true, false, true, true, true, false, true])
    #expect(second.differs(from: frame(7, 5), inRow: 0))
  }

  @Test(arguments: [
    (-3, "defgh  "), (0, "abcdefg"), (5, "     ab"), (9, "       "), (-9, "       "),
  ])
  func `plain text is cut at the clip like any other`(_ x: Int, _ line: String) {
    for text in ["abcdefgh", "abcdefgé"] {
      var frame = frame(7, 1)
      let end = frame.put(text, at: Point(x: x, y: 0))
      #expect(end == x + 8)
      let drawn = frame.row(0).map(\.text).joined()
      #expect(drawn.replacing("é", with: "h") == line)
    }
  }

  @Test func `looks are drawn as letters with a legend`() {
    let theme = Theme(
      name: "x",
      roles: [
        "a": RoleStyle(foreground: .rgb(0x5FD7FF)), "b": RoleStyle(foreground: .indexed(9)),
        .cursor: RoleStyle(attributes: .reverse),
      ])
    var frame = Frame(size: Size(width: 6, height: 2))
    frame.put("山a", at: Point(x: 0, y: 0), role: "a")
    frame.put("b", at: Point(x: 4, y: 0), role: "b")
    frame.overlay(.cursor, in: Rect(x: 4, y: 0, width: 2, height: 1))
    #expect(
      frame.looks(of: theme, tier: .direct) == """
        aaa.bc
        ......

        a #5fd7ff on default
        b bright-red on default reverse
        c default on default reverse

        """)
    #expect(frame.looks(of: theme, tier: .mono).hasPrefix("....aa\n"))
  }

  @Test func `meanings are drawn beside the text`() {
    var frame = frame(6, 1)
    frame.put([TextRun("ab", role: .title), TextRun("c")], at: Point(x: 1, y: 0))
    frame.overlay(.cursor, in: Rect(x: 2, y: 0, width: 1, height: 1))
    #expect(frame.lines == [" abc"])
    #expect(frame.roles([.title: "t", .cursor: "c"]) == [" tc   "])
    #expect(frame[2, 0].role == .title && frame[2, 0].overlay == .cursor)
  }

  @Test(arguments: [
    (10, "abcdef|"), (6, "abcdef|"), (5, "abcd…|"), (3, "ab…|"), (1, "…|"), (0, "|"),
  ])
  func `runs are cut where their room ends`(width: Int, line: String) {
    var frame = frame(12, 1)
    let runs = [TextRun("abc", role: .title), TextRun("def")]
    let end = frame.put(runs, at: Point(x: 0, y: 0), width: width)
    frame.put("|", at: Point(x: end, y: 0))
    #expect(frame.lines == [line])
  }

  @Test func `equal pictures are equal frames`() {
    var one = frame(3, 1)
    var other = frame(3, 1)
    one.put("ab", at: Point(x: 0, y: 0))
    other.put("b", at: Point(x: 1, y: 0))
    other.put("a", at: Point(x: 0, y: 0))
    #expect(one == other)
    other.cursor = Point(x: 0, y: 0)
    #expect(one != other)
  }

  @Test func `no drawing puts a control character into a cell or breaks a row`() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<400 {
      let size = Size(
        width: Int.random(in: 0...30, using: &random),
        height: Int.random(in: 0...6, using: &random))
      var frame = Frame(size: size)
      for _ in 0..<20 {
        let point = Point(
          x: Int.random(in: -10...35, using: &random), y: Int.random(in: -2...8, using: &random))
        let width = Bool.random(using: &random) ? nil : Int.random(in: -3...40, using: &random)
        let text = hostileText(&random, upTo: 20)
        frame.put(
          text, at: point, width: width,
          alignment: Alignment.allCases.randomElement(using: &random) ?? .left)
        frame.put([TextRun(text), TextRun("ab")], at: point, width: width)
      }
      for y in 0..<size.height {
        let row = frame.row(y)
        #expect(row.reduce(0) { $0 + $1.width } == size.width)
        for (cell, next) in zip(row, row.dropFirst()) {
          #expect((cell.width == 2) == next.isContinuation)
        }
        for cell in row { #expect(SafeText.sanitized(cell.text) == cell.text) }
      }
    }
  }

  @Test func `a click means what was recorded last at its place`() {
    var frame = frame(10, 3)
    frame.clipped(to: Rect(x: 0, y: 0, width: 6, height: 3)) { frame in
      frame.record(hit: "list", in: Rect(x: 0, y: 0, width: 10, height: 3))
      frame.record(hit: "row", in: Rect(x: 0, y: 1, width: 10, height: 1))
    }
    #expect(frame.hit(String.self, at: Point(x: 2, y: 0)) == "list")
    #expect(frame.hit(String.self, at: Point(x: 5, y: 1)) == "row")
    #expect(frame.hit(String.self, at: Point(x: 6, y: 1)) == nil)
    #expect(frame.hit(Int.self, at: Point(x: 2, y: 1)) == nil)
    #expect(frame == self.frame(10, 3), "a region is no part of the picture")
    frame.forgetHits()
    #expect(frame.hit(String.self, at: Point(x: 2, y: 0)) == nil)
  }
}
