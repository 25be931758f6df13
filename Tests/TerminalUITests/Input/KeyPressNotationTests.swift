import TerminalUI
import Testing

@Suite struct KeyPressNotationTests {
  @Test(arguments: [
    "j", "J", "^d", "^z", "^@", "^\\", "^]", "space", "PgDn", "PgUp", "F1", "F12", "Enter", "Esc",
    "Tab", "S-Tab", "Bksp", "Del", "Ins", "Up", "Down", "Left", "Right", "Home", "End", "A-x",
    "A-Up", "^", "?", "/", "山", "+", "−", "-",
  ])
  func `what is written is read back`(notation: String) throws {
    let press = try #require(KeyPress(notation: notation))
    #expect(press.description == notation)
  }

  @Test(arguments: [
    ("^D", "^d"), ("C-d", "^d"), ("Ctrl-D", "^d"), ("pagedown", "PgDn"), ("Return", "Enter"),
    ("escape", "Esc"), ("SPACE", "space"), (" ", "space"), ("f5", "F5"), ("alt-x", "A-x"),
    ("shift-tab", "S-Tab"), ("BACKSPACE", "Bksp"),
  ])
  func `other spellings are read too`(notation: String, canonical: String) {
    #expect(KeyPress(notation: notation)?.description == canonical)
  }

  @Test(arguments: ["", "^i", "^M", "^h", "^j", "^[", "F0", "F13", "qq", "^dd", "\t", "A-"])
  func `what no terminal can send is not read`(notation: String) {
    #expect(KeyPress(notation: notation) == nil)
  }

  @Test func `every named key has a name of its own`() {
    #expect(
      Set(NamedKey.allCases.map { $0.rawValue.lowercased() }).count == NamedKey.allCases.count)
  }
}
