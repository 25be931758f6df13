import Dashboard
import TerminalUI
import Testing

struct CommandTableTests {
  @Test func `every command is declared exactly once`() {
    #expect(
      CommandTable.all.map(\.id.rawValue).sorted() == CommandID.allCases.map(\.rawValue).sorted())
  }

  @Test func `no key means two things on one screen`() {
    #expect(KeyMap.standard.conflicts == [])
  }

  @Test func `every key is one that a terminal can report`() {
    for command in CommandTable.all {
      for key in command.keys {
        #expect(KeyPress(notation: key.name)?.description == key.name, "\(command.id.rawValue)")
      }
    }
  }

  @Test func `a row of the key table names key, sentence and place`() {
    let table = KeyPage().markdown()
    #expect(table.hasPrefix("| keys | what it does | where |\n"))
    #expect(table.contains("| `j` `Down` | one line down | everywhere |\n"))
    #expect(
      table.contains("| `z` | no prompts until a time of your choice | Subscribers, Due, Detail |"))
  }

  @Test(arguments: Screen.allCases)
  func `help, quit, back and the command line work on every screen`(_ screen: Screen) {
    for (key, id) in [
      ("?", CommandID.help), ("Q", .quit), ("q", .back), ("Esc", .back), (":", .palette),
    ] {
      #expect(KeyMap.standard.command(for: KeyChord(key), on: screen) == id)
    }
  }

  @Test func `no command that writes has a movement's key`() {
    let writing = CommandTable.all.filter(\.writes).flatMap(\.keys).map(\.name)
    for key in ["j", "k", "h", "l", "^d", "^u", "^f", "^b", "^w", "^k", "Enter", "space"] {
      #expect(!writing.contains(key))
    }
  }
}
