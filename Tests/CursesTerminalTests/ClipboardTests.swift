import Foundation
import Testing

@testable import CursesTerminal

@Suite struct ClipboardTests {
  private func text(_ text: String, _ environment: [String: String]) -> String? {
    Clipboard.sequence(text, environment: environment).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let bare = "\u{1B}]52;c;d29yZA==\u{07}"

  @Test func `each way to the user's terminal is taken`() {
    #expect(text("word", [:]) == Self.bare)
    #expect(text("word", ["TMUX": ""]) == Self.bare)
    #expect(
      text("word", ["TMUX": "/tmp/tmux-0/default,1,0", "TERM": "tmux-256color"])
        == Self.bare + "\u{1B}Ptmux;\u{1B}" + Self.bare + "\u{1B}\\")
    #expect(text("word", ["TERM": "screen-256color"]) == "\u{1B}P" + Self.bare + "\u{1B}\\")
  }

  @Test func `screen gets a long copy in pieces that make the whole again`() throws {
    let long = String(repeating: "word ", count: 200)
    let sent = try #require(text(long, ["TERM": "screen"]))
    let pieces = sent.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces.count > 3)
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 242 })
    #expect(pieces.map { $0.dropFirst(2) }.joined() == text(long, [:]))
  }

  @Test func `what terminals do not take is not sent`() {
    #expect(text(String(repeating: "x", count: 56_244), [:]) != nil)
    #expect(text(String(repeating: "x", count: 56_246), [:]) == nil)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("é", "w6k="),
  ])
  func `text is encoded as RFC 4648 says`(copied: String, encoded: String) {
    #expect(text(copied, [:]) == "\u{1B}]52;c;\(encoded)\u{07}")
  }
}
