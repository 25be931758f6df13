import ConfigurationFiles
import Testing

@testable import churntop

struct CSVTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("with,comma", "\"with,comma\""),
    ("with \"quotes\"", "\"with \"\"quotes\"\"\""), ("two\nlines", "\"two\nlines\""),
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("@SUM(A1)", "'@SUM(A1)"), ("-x", "'-x"),
    ("-4", "-4"), ("+3.5", "+3.5"), ("--1", "'--1"), ("=a,b", "\"'=a,b\""),
    ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("tab\there", "tab\there"), ("\t=1", "'\t=1"),
    ("return\rhere", "return\u{FFFD}here"), ("山田", "山田"), ("\u{202E}cba", "\u{FFFD}cba"),
    ("＝cmd|1", "'＝cmd|1"), ("＋１", "'＋１"), ("－x", "'－x"), ("＠mei", "'＠mei"),
    ("\n=1", "\"'\n=1\""),
  ])
  func `a cell is quoted where it has to be and never a formula`(text: String, cell: String) {
    #expect(CSV.field(text) == cell)
  }

  @Test(arguments: [
    "plain", "", "=1+1", "-x", "--1", "-4", "+49 30", "@mei", "'=1", "''-x", "'-4", "O'Neill", "'s",
    "＝1", "＠mei", "'＋１",
  ])
  func `the apostrophe of a formula is removed again`(text: String) {
    #expect(CSVReader.restored(CSV.field(text)) == text)
  }

  @Test func `a record ends as RFC 4180 asks`() {
    #expect(CSV.record(["a", "b,c", ""]) == "a,\"b,c\",\r\n")
  }

  @Test func `what is written is read back`() throws {
    let cells = ["a", "b \"c\"", "d,e", "f\ng", ""]
    var reader = CSVReader(CSV.record(cells))
    #expect(try reader.next()?.cells == cells)
    #expect(try reader.next() == nil)
  }
}
