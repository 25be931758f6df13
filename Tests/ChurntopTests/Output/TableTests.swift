import SubscriptionCore
import Testing

@testable import churntop

struct TableTests {
  private static let columns = [
    Table.Column(title: "NAME"), Table.Column(title: "COUNT", leansRight: true),
    Table.Column(title: "LAST"),
  ]

  private func table(_ rows: [[String]]) -> Table {
    Table(columns: Self.columns, rows: rows.map { $0.map { Table.Cell(text: $0) } })
  }

  @Test func `a paragraph is wrapped between words, but not for a file`() {
    let text = "one two three four five six"
    #expect(DisplayText.paragraph(text, room: 20) == "one two three four\nfive six\n")
    #expect(DisplayText.paragraph(text, room: nil) == text + "\n")
    #expect(DisplayText.paragraph(text, room: 5) == text + "\n")
  }

  @Test func `columns line up by the width on the screen`() {
    #expect(
      table([["山田太郎", "7", "x"], ["Ada", "1200", "y"]]).text(ink: false) == """
        NAME      COUNT  LAST
        山田太郎      7  x
        Ada        1200  y

        """)
  }

  @Test func `nothing in a cell reaches the terminal as a command`() {
    let text = table([["\u{1B}]0;title\u{7}x", "\u{202E}1", "a\nb"]]).text(ink: true)
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}") && !text.contains("\u{202E}"))
    #expect(text.split(separator: "\n").count == 2)
  }

  @Test func `colour is put around cells only where it is allowed`() {
    let row = [Table.Cell(text: "a", ink: .state(.hold)), .init(text: "1"), .init(text: "b")]
    let table = Table(columns: Self.columns, rows: [row])
    #expect(table.text(ink: true).contains("\u{1B}[1;91ma\u{1B}[0m"))
    #expect(!table.text(ink: false).contains("\u{1B}"))
  }

  @Test func `a list printed in chunks stays aligned`() {
    var widths: [Int] = []
    let first = table([["long name", "1", "x"]]).text(ink: false, heading: true, widths: &widths)
    let second = table([["b", "2", "y"]]).text(ink: false, heading: false, widths: &widths)
    #expect(first.split(separator: "\n").last?.firstIndex(of: "x") != nil)
    #expect(second == "b              2  y\n")
  }

  @Test(arguments: [("a|b", "a\\|b"), ("*x*", "\\*x\\*"), ("<b>", "\\<b\\>"), ("p\\q", "p\\\\q")])
  func `a Markdown cell neither ends nor formats`(text: String, cell: String) {
    #expect(Table.markdownCell(text) == cell)
  }

  @Test func `a Markdown table has its rule below the heading`() {
    #expect(
      table([["a|b", "1", ""]]).markdown == """
        | NAME | COUNT | LAST |
        | --- | ---: | --- |
        | a\\|b | 1 |  |

        """)
  }
}

/// Tables where there is little room.
struct NarrowTableTests {
  private static let table = Table(
    columns: [
      Table.Column(title: "STATE"), Table.Column(title: "NAME", least: 6),
      Table.Column(title: "PRICE", leansRight: true, turn: 0), Table.Column(title: "PROMPT"),
    ],
    rows: [
      ["grace", "Ada Okafor of Lagos", "4.99 EUR", "due for 3h"],
      ["hold", "田中 美咲", "480 JPY", "-"],
    ].map { $0.map { Table.Cell(text: $0) } })

  @Test func `with room for all nothing changes`() {
    #expect(Self.table.text(ink: false, room: 200) == Self.table.text(ink: false))
  }

  @Test(arguments: 26...60)
  func `no line is longer than the screen`(_ room: Int) {
    let text = Self.table.text(ink: false, room: room)
    for line in text.split(separator: "\n") {
      #expect(DisplayText.width(String(line)) <= room, "\(room): \(line)")
    }
    #expect(text.contains("due for 3h"), "\(room)")
  }

  @Test func `columns shrink first and give way then`() {
    let narrow = Self.table.text(ink: false, room: 40)
    #expect(narrow.contains("PRICE") && narrow.contains("…"), "\(narrow)")
    let narrower = Self.table.text(ink: false, room: 30)
    #expect(!narrower.contains("PRICE") && narrower.contains("Ada O"), "\(narrower)")
  }
}
