import ConfigurationFiles
import Dashboard
import Testing

@testable import churntop

struct KeyConfigurationTests {
  private func keys(_ text: String) throws -> KeyConfiguration {
    KeyConfiguration(try ConfigurationFile(path: "keys.toml", text: text, kind: .keys))
  }

  @Test func `bindings keep their order, screen and line`() throws {
    let keys = try keys(
      """
      preset = "htop"
      [bind]
      "act.snooze" = ["z", "F8"]
      "nav.quit" = []
      [bind.due]
      "act.claim" = "C-y"
      """)
    #expect(keys.preset == .htop)
    #expect(keys.presetOrigin == .file(path: "keys.toml", line: 1))
    #expect(
      keys.bindings == [
        KeyBinding(.snooze, ["z", "F8"], place: "keys.toml:3"),
        KeyBinding(.quit, [], place: "keys.toml:4"),
        KeyBinding(.claim, on: .due, ["^y"], place: "keys.toml:6"),
      ])
  }

  @Test func `a screen in place of a command leads to the command of that name`() throws {
    let file = try ConfigurationFile(
      path: "keys.toml", text: "[bind]\n\"help\" = []\n", kind: .keys)
    #expect(
      file.problems.map(\.sentence)
        == ["keys.toml:2: 'help' has to be a table; it is left out. Did you mean 'help.open'?"])
  }

  @Test func `keys of which none can be read leave a command as it was`() throws {
    #expect(try keys("[bind]\n\"act.snooze\" = [\"^i\", \"S-Enter\"]").bindings == [])
    let half = try keys("[bind]\n\"act.snooze\" = [\"^i\", \"F8\"]").bindings
    #expect(half.map(\.keys) == [["F8"]])
  }
}
