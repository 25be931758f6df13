import Testing

@testable import TerminalUI

@Suite struct SafeTextPieceTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("山", 2), ("\u{10FFFD}", 1), ("e\u{301}", 1),
    ("e\u{301}\u{302}\u{303}\u{304}", 1), ("\u{1F600}\u{20E3}\u{FE20}\u{1E8D0}\u{1E8D6}", 2),
  ])
  func `a character keeps its scalars and its columns`(_ text: String, _ width: Int) throws {
    let scalars = Array(text.unicodeScalars)
    var piece = SafeText.Piece(try #require(scalars.first), width: width)
    for mark in scalars.dropFirst() { piece.combine(mark) }
    #expect(Array(piece.text.unicodeScalars) == scalars)
    #expect(piece.width == width)
    var bytes: [UInt8] = [1]
    piece.append(to: &bytes)
    #expect(bytes == [1] + Array(text.utf8))
  }

  @Test func `a fifth mark is left out`() {
    var piece = SafeText.Piece("o", width: 1)
    for _ in 0..<6 { piece.combine("\u{301}") }
    #expect(Array(piece.text.unicodeScalars).count == 5)
    #expect(piece.width == 1)
  }

  @Test func `the second column of a wide character is empty`() {
    #expect(SafeText.Piece.continuation.width == 0)
    #expect(SafeText.Piece.continuation.text.isEmpty)
    #expect(SafeText.Piece.space != .continuation)
  }
}
