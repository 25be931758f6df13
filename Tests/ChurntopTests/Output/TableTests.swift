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
