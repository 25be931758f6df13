import Testing

@testable import TerminalUI

@Suite struct BigTextTests {
  private func lines(_ text: String, _ width: Int, _ height: Int) -> [String] {
    var frame = Frame(size: Size(width: width, height: height))
    frame.draw(BigText(text), in: frame.bounds)
    return frame.lines
  }

  @Test func `digits are as large as fits`() {
    #expect(lines("17", 7, 5) == [" █  ███", "██    █", " █    █", " █    █", "███   █"])
    #expect(lines("1", 6, 5) == ["  ██", "████", "  ██", "  ██", "██████"])
    let one = ["   ███", "██████", "   ███", "   ███", "█████████"]
    let both = one.enumerated().map { row, dots in
      (row == 2 ? "█████████   " : String(repeating: " ", count: 12)) + dots
    }
    #expect(lines("-1", 21, 10) == both.flatMap { [$0, $0] })
  }

  @Test func `what does not fit, or has no digits, is text`() {
    #expect(lines("17", 6, 5) == ["17", "", "", "", ""])
    #expect(lines("17", 7, 4) == ["17", "", "", ""])
    #expect(lines("n/a", 40, 5).first == "n/a")
    #expect(BigText("17").height(in: Size(width: 6, height: 5)) == 1)
    #expect(BigText("17").height(in: Size(width: 60, height: 20)) == 20)
  }

  @Test(arguments: ["0123456789", "1,234,567", "99.5%", "-7"], [(20, 5), (80, 12), (200, 40)])
  func `no size is too small or too large`(text: String, size: (Int, Int)) {
    let room = Size(width: size.0, height: size.1)
    let lines = lines(text, room.width, room.height)
    let used = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    #expect(used == BigText(text).height(in: room))
    #expect(lines.allSatisfy { $0.count <= room.width })
  }

  @Test func `every digit looks different`() {
    let digits = "0123456789".map { lines(String($0), 3, 5) }
    #expect(Set(digits).count == 10)
  }
}
