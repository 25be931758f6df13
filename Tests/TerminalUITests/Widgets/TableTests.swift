import TerminalScript
import TerminalUI
import Testing

@Suite struct TableTests {
  @Test func `the cursor ends before a column that keeps its own colours`() {
    var frame = Frame(size: Size(width: 12, height: 1))
    let columns = [
      TableColumn("", minimum: 4), TableColumn("", minimum: 6, isOverlaid: false),
    ]
    let row = TableRow([[TextRun("name")], [TextRun("======")]], overlay: .cursor)
    frame.draw(
      Table(columns: columns, rows: [row], gap: 2, showsHeader: false), in: Rect(frame.size))
    #expect(frame.roles([.cursor: "#", .text: "."]).first == "####........")
  }

  private let columns = [
    TableColumn("ID", minimum: 4), TableColumn("NAME", minimum: 4, maximum: 12),
    TableColumn("PLAN", minimum: 5, sacrifice: 2),
    TableColumn("MRR", minimum: 5, sacrifice: 1, alignment: .right, order: .descending),
  ]

  private func draw(width: Int, height: Int = 3) -> Frame {
    let rows = [
      TableRow([
        [TextRun("u_1")], [TextRun("山田太郎", role: .mark)], [TextRun("pro")], [TextRun("9.99")],
      ]),
      TableRow(
        [[TextRun("u_2")], [TextRun("Ada Okafor")], [TextRun("basic")], [TextRun("11.5")]],
        overlay: .cursor, hasCursor: true),
      TableRow([[TextRun("never shown")]]),
    ]
    var frame = Frame(size: Size(width: width, height: height))
    frame.draw(Table(columns: columns, rows: rows), in: frame.bounds)
    return frame
  }

  @Test func `columns take their room`() {
    #expect(
      draw(width: 40).lines == [
        "ID    NAME          PLAN    MRR▼",
        "u_1   山田太郎      pro     9.99",
        "u_2   Ada Okafor    basic   11.5",
      ])
  }

  @Test func `the most dispensable columns go first`() {
    #expect(
      draw(width: 18).lines == [
        "ID    NAME    MRR▼",
        "u_1   山田…   9.99",
        "u_2   Ada …   11.5",
      ])
    #expect(draw(width: 12).lines[0] == "ID    NAME")
    #expect(draw(width: 3).lines[0] == "ID")
  }

  @Test func `the cursor's row is known to the screen reader and to the eye`() {
    let frame = draw(width: 40)
    #expect(frame.cursor == Point(x: 0, y: 2))
    #expect(frame.roles([.cursor: "c"])[2] == String(repeating: "c", count: 40))
    #expect(frame.roles([.mark: "m"])[1].hasPrefix("      mmmmmmmm "))
  }

  @Test func `any width has a layout inside of it`() {
    for width in 0...80 {
      let places = TableColumn.layout(columns, width: width)
      #expect(places.allSatisfy { $0.width >= 0 && ($0.width == 0 || $0.x + $0.width <= width) })
      for (left, right) in zip(places, places.dropFirst()) {
        #expect(left.index < right.index && left.x + left.width + 2 <= right.x || right.width == 0)
      }
    }
  }
}
