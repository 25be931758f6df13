import Testing

@testable import CursesTerminal

@Suite struct WidthProbeTests {
  @Test(
    arguments: [
      ("\u{1B}[24;17R", 17), ("\u{1B}[1;1R", 1), ("jk\u{1B}[5;80R", 80), ("\u{1B}[5;80", nil),
      ("\u{1B}[5R", nil), ("\u{1B}[a;bR", nil), ("R", nil), ("", nil), ("\u{1B}]5;80R", nil),
    ] as [(String, Int?)])
  func `the column of a cursor report, whatever was typed before it`(text: String, column: Int?) {
    #expect(WidthProbe.column(in: Array(text.utf8)) == column)
  }

  @Test func `wide characters are found among many, and named with their columns`() {
    let characters = (0..<40).map { Character(UnicodeScalar(0x2500 + $0) ?? "?") }
    let wide: Set<Character> = [characters[3], characters[39]]
    var asked = 0
    let found = WidthProbe.wide(among: characters) { text in
      asked += 1
      return text.count + text.count { wide.contains($0) }
    }
    #expect(found?.map(\.character) == [characters[3], characters[39]])
    #expect(found?.map(\.columns) == [2, 2])
    #expect(asked == 3 + 16 + 8)
  }

  @Test func `a terminal that stops answering gives no result`() {
    #expect(WidthProbe.wide(among: ["a", "b"]) { _ in nil } == nil)
    #expect(WidthProbe.wide(among: ["a", "b"]) { $0.count == 2 ? 3 : nil } == nil)
    #expect(WidthProbe.wide(among: []) { _ in nil }?.isEmpty == true)
  }
}
