import Testing

@testable import PlainText

@Suite struct JSONScannerTests {
  private func scan(_ bytes: [UInt8]) -> JSONFault? {
    bytes.withUnsafeBufferPointer { (text) -> JSONFault? in
      do throws(JSONFault) {
        _ = try JSONDocument(text)
        return nil
      } catch {
        return error
      }
    }
  }

  private func read<Result>(_ text: String, _ body: (JSONValue) throws -> Result) throws -> Result {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      try JSONDocument(bytes).withRoot(of: bytes) { root in
        Swift.Result<Result, any Error> { try body(root) }
      }.get()
    }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "-1.5e+10", "1E9", "\"\"", "[]", "{}", " [1 , 2 ] ",
    "{\"a\":{\"b\":[null,{}]}}", "\"\\ud83d\\ude00\"", "\"\u{10FFFF}\"", "\u{FEFF}{}",
  ])
  func `what RFC 8259 allows is read`(text: String) {
    #expect(scan(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("", JSONProblem.truncated, 0), ("[1,", .truncated, 3), ("{\"a\"", .truncated, 4),
    ("\"abc", .truncated, 4), ("\"\\u12", .truncated, 5), ("tru", .truncated, 3),
    ("[1,]", .unexpectedByte, 3), ("{,}", .unexpectedByte, 1), ("{\"a\" 1}", .unexpectedByte, 5),
    ("nul!", .unexpectedByte, 3), ("'a'", .unexpectedByte, 0), ("{} {}", .trailing, 3),
    ("01", .badNumber, 2), ("-", .truncated, 1), ("1.", .truncated, 2), ("[1.]", .badNumber, 3),
    ("[1e]", .badNumber, 3), ("+1", .unexpectedByte, 0), ("\"\\x\"", .badEscape, 1),
    ("\"\\ud800\"", .badEscape, 7), ("\"\\udc00\"", .badEscape, 7),
    ("\"\\ud800\\u0041\"", .badEscape, 13), ("\"a\nb\"", .controlCharacter, 2),
    ("{\"a\":1,\"a\":2}", .duplicateKey, 7), ("{\"a\":1,\"\\u0061\":2}", .duplicateKey, 7),
  ])
  func `what it does not allow is told with its place`(
    text: String, problem: JSONProblem, offset: Int
  ) {
    #expect(scan(Array(text.utf8)) == JSONFault(problem: problem, offset: offset))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    let text = [0x22] + bytes + [0x22]
    #expect(scan(text) == JSONFault(problem: .badUTF8, offset: 1))
  }

  @Test func `nesting ends at 64 levels`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(scan(nested(64)) == nil)
    #expect(scan(nested(65)) == JSONFault(problem: .tooDeep, offset: 64))
    #expect(scan(nested(100_000)) == JSONFault(problem: .tooDeep, offset: 64))
  }

  @Test func `a document beyond the limit is refused before it is read`() {
    let bytes = [UInt8](repeating: 0x20, count: JSONDocument.bytesMax + 1)
    #expect(scan(bytes) == JSONFault(problem: .tooLong, offset: JSONDocument.bytesMax))
  }

  @Test func `many keys are compared too`() {
    let keys = (0..<200).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(scan(Array("{\(keys)}".utf8)) == nil)
    #expect(scan(Array("{\(keys),\"k7\":1}".utf8))?.problem == .duplicateKey)
  }

  @Test func `escapes, plain text and long strings have their text`() throws {
    let long = String(repeating: "a", count: 1000)
    let text = try read("[\"\\u00e9\\n\\/\\\\\\\"\\ud83d\\ude00\",\"日本\",\"\(long)\"]") {
      $0.elements.map(\.text)
    }
    #expect(text == ["é\n/\\\"😀", "日本", long])
  }
}
