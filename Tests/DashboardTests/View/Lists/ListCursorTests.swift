import Testing

@testable import Dashboard

/// The cursor that every list has, and the place in every text.
struct ListCursorTests {
  @Test func `the view scrolls no more than the cursor needs`() {
    var cursor = ListCursor()
    cursor.move(.pageDown, count: 100, height: 10)
    #expect((cursor.line, cursor.top) == (10, 1))
    cursor.move(.up, count: 100, height: 10)
    #expect((cursor.line, cursor.top) == (9, 1))
    cursor.move(.screenBottom, count: 100, height: 10)
    #expect((cursor.line, cursor.top) == (10, 1))
    cursor.move(.bottom, count: 100, height: 10)
    #expect(cursor.visible(count: 100, height: 10) == 90..<100)
    // A larger screen shows as many lines as there are.
    #expect(cursor.visible(count: 100, height: 30) == 70..<100)
    cursor.move(.top, count: 100, height: 10)
    #expect(cursor == ListCursor())
  }

  @Test func `a step over the edge brings a third of a page into view`() {
    var cursor = ListCursor()
    cursor.select(29, count: 100, height: 30)
    var tops: [Int] = []
    for _ in 0..<21 {
      cursor.move(.down, count: 100, height: 30)
      tops.append(cursor.top)
      #expect(cursor.visible(count: 100, height: 30).contains(cursor.line))
    }
    #expect(tops == Array(repeating: 10, count: 10) + Array(repeating: 20, count: 10) + [30])
    cursor.select(30, count: 100, height: 30)
    cursor.move(.up, count: 100, height: 30)
    #expect((cursor.line, cursor.top) == (29, 20))
    // No further than the list goes, and by single lines where few fit.
    cursor.select(97, count: 100, height: 30)
    cursor.move(.down, count: 100, height: 30)
    #expect((cursor.line, cursor.top) == (98, 70))
    cursor = ListCursor(line: 1)
    cursor.move(.down, count: 9, height: 2)
    #expect((cursor.line, cursor.top) == (2, 1))
  }

  @Test(arguments: [(0, 0..<5), (4, 2..<7), (9, 5..<10), (99, 5..<10)])
  func `a cursor stays in the middle where there are lines around it`(
    _ place: (line: Int, shown: Range<Int>)
  ) {
    let cursor = ListCursor(line: place.line)
    #expect(cursor.centred(count: 10, height: 5) == place.shown)
    #expect(cursor.centred(count: 3, height: 5) == 0..<3)
    #expect(cursor.centred(count: 0, height: 5).isEmpty)
  }

  @Test func `a text ends at its last line, from which a key leads back at once`() {
    var scroll = TextScroll()
    scroll.move(.bottom, count: 100, height: 10)
    #expect(scroll.top == 90)
    scroll.move(.up, count: 100, height: 10)
    #expect(scroll.top == 89)
    scroll.move(.down, count: 5, height: 10)
    #expect(scroll.top == 0)
  }
}
