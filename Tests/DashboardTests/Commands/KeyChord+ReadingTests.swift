import Dashboard
import Testing

struct KeyChordReadingTests {
  @Test(arguments: [
    ("j", "j"), ("C-d", "^d"), ("Ctrl-D", "^d"), ("f5", "F5"), ("return", "Enter"),
    ("PageDown", "PgDn"), ("Alt-x", "A-x"), ("Space", "space"), ("Shift-Tab", "S-Tab"),
    ("^", "^"), ("-", "-"),
  ])
  func `a key is read in any of its spellings`(text: String, name: String) {
    #expect(KeyChord(written: text)?.name == name)
  }

  @Test(arguments: [
    ("^i", "Tab"), ("C-m", "Enter"), ("ctrl-h", "Bksp"), ("^[", "Esc"), ("^c", "always closes"),
    ("^1", "do not send"), ("C-Enter", "Enter"), ("S-Enter", "shift"), ("S-a", "capital"),
    ("gg", "one key"), ("@1", "one key"), ("F13", "one key"), ("", "do not send"),
    ("Super-x", "do not send"),
  ])
  func `what terminals do not send is refused with a reason`(text: String, reason: String) {
    #expect(KeyChord(written: text) == nil)
    #expect(KeyChord.problem(with: text)?.contains(reason) == true)
  }
}
