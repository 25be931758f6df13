import TerminalUI
import Testing

@Suite struct RectTests {
  private let rect = Rect(x: 2, y: 1, width: 10, height: 4)

  @Test func `the parts of a split make up the whole`() {
    #expect(rect.split(top: 1).top == Rect(x: 2, y: 1, width: 10, height: 1))
    #expect(rect.split(top: 1).rest == Rect(x: 2, y: 2, width: 10, height: 3))
    #expect(rect.split(bottom: 1).bottom == Rect(x: 2, y: 4, width: 10, height: 1))
    #expect(rect.split(bottom: 1).rest == Rect(x: 2, y: 1, width: 10, height: 3))
    #expect(rect.split(left: 3).rest == Rect(x: 5, y: 1, width: 7, height: 4))
  }

  @Test func `too much asked gives all there is`() {
    #expect(rect.split(top: 99).rest.isEmpty)
    #expect(rect.split(bottom: 99).rest.isEmpty)
    #expect(rect.split(left: -5).left.isEmpty)
    #expect(rect.inset(left: 6, right: 6).isEmpty)
    #expect(rect.row(4).isEmpty && rect.row(-1).isEmpty)
    #expect(rect.intersection(Rect(x: 50, y: 50, width: 1, height: 1)).isEmpty)
  }
}
