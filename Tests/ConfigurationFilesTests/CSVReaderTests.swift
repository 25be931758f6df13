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

  @Test(arguments: 1...9)
  func `a file in parts of any size is read as the whole is`(size: Int) throws {
    let text = "\u{FEFF}é,\"a\"\"b\"\r\n\"c\nd\",☃\n,\"\"\r\nlast,\r"
    var whole = CSVReader(text)
    var expected: [CSVReader.Record] = []
    while let record = try whole.next() { expected.append(record) }
    var reader = CSVReader()
    var found: [CSVReader.Record] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let record = try reader.next() { found.append(record) }
    }
    #expect(found.count == 3)
    reader.finish()
    while let record = try reader.next() { found.append(record) }
    #expect(found == expected && found.map(\.line) == [1, 2, 4, 5])
  }

  @Test func `a record that is not UTF-8 says so`() throws {
    var reader = CSVReader()
    reader.append([0x61, 0xFF, 0x0A, 0x62, 0x0A])
    #expect(try reader.next()?.isText == false)
    let next = try reader.next()
    #expect(next?.isText == true && next?.cells == ["b"])
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
