import TerminalUI
import Testing

@Suite struct ViewportTests {
  @Test(
    arguments: [
      // first, height, row, count, first afterwards
      (0, 10, 0, 100, 0), (0, 10, 7, 100, 0), (0, 10, 8, 100, 1), (50, 10, 50, 100, 48),
      (0, 10, 99, 100, 90), (95, 10, nil, 100, 90), (95, 10, nil, 5, 0), (5, 1, 7, 100, 7),
      (0, 0, 5, 100, 0), (3, 4, nil, 0, 0),
    ] as [(Int, Int, Int?, Int, Int)])
  func `a viewport moves as little as it must`(
    first: Int, height: Int, row: Int?, count: Int, expected: Int
  ) {
    var viewport = Viewport(first: first, height: height)
    viewport.reveal(row, of: count)
    #expect(viewport.first == expected)
    if let row, height > 0 { #expect(viewport.rows(of: count).contains(row)) }
  }

  @Test(arguments: [(0, 938, "1 of 938"), (11, 938, "12 of 938"), (99, 5, "5 of 5"), (0, 0, "")])
  func `a place in a list is told in words`(row: Int, count: Int, text: String) {
    #expect(Viewport.position(row, of: count) == text)
  }
}
