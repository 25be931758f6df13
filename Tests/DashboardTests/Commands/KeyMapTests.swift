import TerminalUI
import Testing

@testable import Dashboard

struct KeyMapTests {
  @Test func `a user's key replaces those of the preset on every screen of the command`() {
    let map = KeyMap(bindings: [KeyBinding(.snooze, ["F8"], place: "k:1")])
    for screen in [Screen.subscribers, .due, .detail] {
      #expect(map.command(for: "F8", on: screen) == .snooze)
      #expect(map.command(for: "z", on: screen) == nil)
      #expect(map.keys(of: .snooze, on: screen) == ["F8"])
    }
    #expect(map.command(for: "F8", on: .overview) == nil)
    #expect(map.shadowed == [] && map.conflicts == [])
  }

  @Test func `a binding for a screen wins there and nowhere else`() {
    let map = KeyMap(bindings: [
      KeyBinding(.claim, ["c"], place: "k:1"), KeyBinding(.claim, on: .due, ["t"], place: "k:2"),
    ])
    #expect(map.keys(of: .claim, on: .due) == ["t"])
    #expect(map.keys(of: .claim, on: .detail) == ["c"])
    #expect(map.command(for: "c", on: .due) == nil)
  }

  @Test func `the user's key wins over a default, which is told`() {
    let map = KeyMap(bindings: [KeyBinding(.snooze, ["w"], place: "k:1")])
    #expect(map.command(for: "w", on: .due) == .snooze)
    #expect(map.keys(of: .why, on: .due) == [])
    #expect(Set(map.shadowed.map(\.loser)) == [.why])
    #expect(map.shadowed.count == 3)
    #expect(
      map.shadowed.map(\.sentence).contains("w on Due means act.snooze (k:1), not why.toggle"))
    #expect(map.conflicts == [])
  }

  @Test func `no keys take the command's keys away`() {
    let map = KeyMap(bindings: [KeyBinding(.quit, [], place: "k:1")])
    for screen in Screen.allCases {
      #expect(map.keys(of: .quit, on: screen) == [])
      #expect(map.command(for: "Q", on: screen) == nil)
    }
  }

  @Test func `two claims of the user's clash; a screen's own claim does not`() {
    let clash = KeyMap(bindings: [
      KeyBinding(.snooze, ["F8"], place: "k:1"), KeyBinding(.claim, ["F8"], place: "k:2"),
    ])
    #expect(Set(clash.conflicts.map(\.screen)) == [.subscribers, .due, .detail])
    #expect(clash.conflicts.allSatisfy { $0.key == "F8" })
    let apart = KeyMap(bindings: [
      KeyBinding(.snooze, ["F8"], place: "k:1"),
      KeyBinding(.claim, on: .due, ["F8"], place: "k:2"),
    ])
    #expect(apart.conflicts == [] && apart.shadowed == [])
    #expect(apart.command(for: "F8", on: .due) == .claim)
    #expect(apart.command(for: "F8", on: .detail) == .snooze)
  }

  @Test(arguments: KeyPreset.allCases)
  func `a preset clashes with nothing and has only keys that terminals send`(preset: KeyPreset) {
    let map = KeyMap(preset: preset)
    #expect(map.conflicts.map(\.sentence) == [])
    for command in CommandTable.all {
      for key in preset.keys(of: command) {
        #expect(KeyChord(written: key.name) == key, "\(preset) \(command.id.rawValue)")
      }
    }
    for screen in Screen.allCases {
      for id in [CommandID.help, .back, .palette, .moveDown, .moveUp] {
        #expect(!map.keys(of: id, on: screen).isEmpty, "\(preset) \(id) \(screen)")
      }
    }
  }

  @Test(arguments: [
    (KeyChord("F1"), CommandID.help), ("F3", .palette), ("F4", .filter), ("F5", .open),
    ("F6", .sortMenu), ("F9", .actions), ("F10", .quit),
  ])
  func `the preset of htop has its function keys`(key: KeyChord, id: CommandID) {
    #expect(KeyMap(preset: .htop).command(for: key, on: .subscribers) == id)
  }

  @Test func `a program takes its key from commands on every screen, and that is told`() {
    var map = KeyMap(bindings: [KeyBinding(.claim, on: .due, ["t"], place: "k:2")])
    map.give("Q", to: "command.crm", place: "commands.toml:2")
    #expect(Screen.allCases.allSatisfy { map.command(for: "Q", on: $0) == nil })
    #expect(!map.keys(of: .quit, on: .overview).contains("Q"))
    #expect(
      map.shadowed.map(\.sentence).contains(
        "Q on Overview means command.crm (commands.toml:2), not nav.quit"))
    #expect(!map.conflicts.contains { $0.key == "Q" })
    // A key of the user's own keys.toml is claimed twice.
    map.give("t", to: "command.sheet", place: "commands.toml:5")
    #expect(
      map.conflicts.map(\.sentence)
        == ["t on Due means command.sheet (commands.toml:5), not \(CommandID.claim.rawValue)"])
  }

  @Test func `a key page tells the differences between screens`() {
    let map = KeyMap(bindings: [KeyBinding(.claim, on: .due, ["t"], place: "k:2")])
    let page = KeyPage(map)
    let rows = page.rows.filter { $0.command.id == .claim }
    #expect(rows.map(\.keys) == [["C"], ["t"]])
    #expect(rows.map(\.place) == ["Subscribers, Detail", "Due"])
    #expect(
      page.markdown().contains("| `t` | tells colleagues that you take the case for a day | Due |"))
  }

  @Test func `panels and messages name the keys of the map in force`() throws {
    let map = KeyMap(
      preset: .emacs,
      bindings: [KeyBinding(.why, ["F9"], place: "k:1"), KeyBinding(.events, ["F4"], place: "k:2")])
    var driver = Driver(try TestWorld.usual(), keyMap: map)
    #expect(driver.text.contains("F4: all events"))
    driver.press("2", "Enter")
    for words in ["A-g shows and hides names", "F9 why", "^b ^f pan  + - zoom  t today  0 fit"] {
      #expect(driver.text.contains(words), "\(driver.text)")
    }
    driver.press("m")
    #expect(driver.text.contains("are shown already; A-g hides them."))
    driver.press("Enter")
    #expect(driver.text.contains("^n ^p scroll  [ ] other events  y copy  Esc close"))
    driver.press("Esc", "?")
    #expect(driver.text.contains("^n ^p scroll  Esc close"))
  }
}
