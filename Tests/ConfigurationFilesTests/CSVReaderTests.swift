import ConfigurationFiles
import Testing

struct CSVReaderTests {
  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("\u{FEFF}a\n", [["a"]]), ("a,\n,b\n", [["a", ""], ["", "b"]]), ("", []),
    ("\"a\"\"b\",\"c\nd\"\n", [["a\"b", "c\nd"]]), ("a b\"c,d\n", [["a b\"c", "d"]]),
    ("\n\n", [[""], [""]]),
  ])
  func `records are read by the rules of RFC 4180`(text: String, records: [[String]]) throws {
    var reader = CSVReader(text)
    var found: [[String]] = []
    while let record = try reader.next() { found.append(record.cells) }
    #expect(found == records)
  }

  @Test func `lines are counted through quotations`() throws {
    var reader = CSVReader("a\n\"b\nc\"\nd\n")
    var lines: [Int] = []
    while let record = try reader.next() { lines.append(record.line) }
    #expect(lines == [1, 2, 4])
  }

  @Test func `an open quotation names the line on which it begins`() {
    var reader = CSVReader("a,\"b\nc\n")
    #expect(throws: CSVReader.Problem(line: 1)) { try reader.next() }
  }
}
