import Testing

@testable import Intake

@Suite struct DocumentSplitterTests {
  /// The documents that a splitter finds in a text handed over in pieces of a size.
  private func split(
    _ text: String, piecesOf size: Int = .max, bytesMax: Int = 1 << 16
  ) -> [(line: Int, text: String, problem: DocumentSplitter.Problem?)] {
    var splitter = DocumentSplitter(bytesMax: bytesMax)
    let input = Array(text.utf8)
    var found: [(line: Int, text: String, problem: DocumentSplitter.Problem?)] = []
    var rest: [UInt8] = []
    var read = 0
    while true {
      let next = min(size, input.count - read)
      rest += input[read..<read + next]
      read += next
      let isEnd = read == input.count
      let (pieces, consumed) = splitter.split(rest, isEnd: isEnd)
      found += pieces.map {
        ($0.line, String(decoding: rest[$0.range], as: UTF8.self), $0.problem)
      }
      rest.removeFirst(consumed)
      if isEnd { return found }
    }
  }

  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let documents: [String]
    let lines: [Int]

    init(_ name: String, _ text: String, _ documents: [String], lines: [Int]) {
      (testDescription, self.text, self.documents, self.lines) = (name, text, documents, lines)
    }
  }

  static let shapes = [
    Shape("nothing", "", [], lines: []),
    Shape("white space only", " \r\n\n\t", [], lines: []),
    Shape("one document", "{\"a\":1}", ["{\"a\":1}"], lines: [1]),
    Shape(
      "byte order mark, CRLF, blank lines, trailing space",
      "\u{FEFF}{\"a\":1} \r\n\r\n{\"b\":2}\t\r\n", ["{\"a\":1}", "{\"b\":2}"], lines: [1, 3]),
    Shape(
      "pretty-printed", "{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}\n{\"c\":3}",
      ["{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}", "{\"c\":3}"], lines: [1, 6]),
    Shape(
      "brackets and quotes in strings", #"{"a":"}{\"]["}"# + "\n" + #"{"b":"\\"}"#,
      [#"{"a":"}{\"]["}"#, #"{"b":"\\"}"#], lines: [1, 2]),
    Shape(
      "array on one line", "[{\"a\":1},{\"b\":2}]", ["{\"a\":1}", "{\"b\":2}"], lines: [1, 1]),
    Shape(
      "array over lines", "[\n{\"a\":1},\n{\"b\":2}\n]\n", ["{\"a\":1}", "{\"b\":2}"],
      lines: [2, 3]),
    Shape("array of strings", "[\"ey.J.x\", \"ey.J.y\"]", ["ey.J.x", "ey.J.y"], lines: [1, 1]),
    Shape("empty array", "[]\n[ ]", [], lines: []),
    Shape("several on one line", "{\"a\":1}{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"], lines: [1, 1]),
    Shape(
      "bare and quoted JWS lines", "eyA.b.c\n\"eyB.b.c\"\r\n  eyC.b.c  \n{\"a\":1}",
      ["eyA.b.c", "eyB.b.c", "eyC.b.c", "{\"a\":1}"], lines: [1, 2, 3, 4]),
    Shape(
      "a line cut off costs that line only", "{\"a\":{\"b\":1\n{\"c\":2}\n{\"d\":\"x\n{\"e\":3}",
      ["{\"a\":{\"b\":1\n", "{\"c\":2}", "{\"d\":\"x\n", "{\"e\":3}"], lines: [1, 2, 3, 4]),
    Shape(
      "a pretty-printed document cut off costs itself only",
      "{\n  \"a\": [\n    1,\n{\"b\": 2}\n",
      ["{\n  \"a\": [\n    1,\n", "{\"b\": 2}"], lines: [1, 4]),
    Shape(
      "too many closing brackets", "{\"a\":1}}\n{\"b\":2}", ["{\"a\":1}", "}", "{\"b\":2}"],
      lines: [1, 1, 2]),
    Shape(
      "not JSON at all", "hello\n{\"a\":1}\n\u{0}\u{1}", ["hello", "{\"a\":1}", "\u{0}\u{1}"],
      lines: [1, 2, 3]),
  ]

  @Test(arguments: shapes) func `documents are recognised by shape`(_ shape: Shape) {
    let found = split(shape.text)
    #expect(found.map(\.text).filter { !$0.isEmpty } == shape.documents)
    #expect(found.map(\.line) == shape.lines)
    #expect(found.allSatisfy { $0.problem == nil })
  }

  @Test(arguments: shapes, [1, 2, 3, 7, 64])
  func `the size of the reads does not matter`(_ shape: Shape, _ size: Int) {
    let (whole, pieces) = (split(shape.text), split(shape.text, piecesOf: size))
    #expect(pieces.map(\.text).joined() == whole.map(\.text).joined())
    #expect(pieces.map(\.line) == whole.map(\.line))
  }

  @Test(arguments: [16, 100, 5_000])
  func `a line that is too long is refused and the rest goes on`(_ size: Int) {
    let long = "{\"a\":\"" + String(repeating: "x", count: 4_000) + "\"}"
    let found = split("{\"b\":1}\n\(long)\n{\"c\":2}", piecesOf: size, bytesMax: 1_000)
    #expect(found.map(\.line) == [1, 2, 3])
    #expect(found.map(\.problem) == [nil, .tooLong(bytesMax: 1_000), nil])
    #expect(found.last?.text == "{\"c\":2}")
  }

  @Test func `an array may be longer than a document may`() {
    let elements = (0..<400).map { "{\"n\":\($0)}" }
    let found = split("[" + elements.joined(separator: ",\n") + "]", piecesOf: 64, bytesMax: 100)
    #expect(found.map(\.text) == elements)
  }

  @Test func `an array that is not closed says so and keeps what it holds`() {
    let found = split("[{\"a\":1},\n{\"b\":2}\n")
    #expect(found.map(\.problem) == [nil, nil, .unclosedArray])
    #expect(found.last?.line == 1)
  }

  @Test func `nesting without end is handed over, not followed`() {
    let deep = String(repeating: "{\"a\":", count: 100_000)
    let found = split("\(deep)\n{\"b\":2}", bytesMax: 1 << 20)
    #expect(found.map(\.line) == [1, 2])
    #expect(found.last?.text == "{\"b\":2}")
  }
}
