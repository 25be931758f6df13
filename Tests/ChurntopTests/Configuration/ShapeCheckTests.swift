import ConfigurationFiles
import Foundation
import Testing

@testable import churntop

struct ShapeCheckTests {
  private func sentences(_ text: String, _ kind: ConfigurationKind) throws -> [String] {
    try ConfigurationFile(path: "f", text: text, kind: kind).problems.map(\.sentence)
  }

  @Test(arguments: [
    (ConfigurationKind.config, "thme = \"mono\"", "f:1: 'thme' is not a setting", "'theme'"),
    (.config, "\n\nglyphs = \"asci\"", "f:3: 'asci' is not one of", "'ascii'"),
    (.config, "stale = 5", "f:1: 'stale' has to be a text; it is", "left out"),
    (.config, "readonly = \"yes\"", "f:1: 'readonly' has to be true or false", "left out"),
    (.config, "refresh = \"soon\"", "f:1: 'soon' is not a length of time", "90s"),
    (.config, "[recovery.googlePlay]\ngraceDays = 31", "f:2: 31 is not a number from 0 to 30", ""),
    (.config, "[[prompts.rules]]\nwhen = \"due:now\"", "f:2: 'due:now' cannot decide", "state"),
    (.keys, "[bind]\n\"act.snoze\" = \"z\"", "f:2: 'act.snoze' is not a setting", "'act.snooze'"),
    (.keys, "[bind]\n\"act.snooze\" = [\"^i\"]", "f:2: '^i' reaches a program as Tab", "Bind Tab"),
    (.keys, "[bind.deu]\n\"act.claim\" = \"c\"", "f:1: 'deu' is not a setting", "'due'"),
    (.keys, "[bind.overview]\n\"act.claim\" = \"c\"", "f:2: 'act.claim' is not a setting", ""),
    (.keys, "preset = \"vim\"", "f:1: 'vim' is not one of vi, emacs, htop", "'vi'"),
    (.views, "[view.a]\nfilter = \"stat:grace\"", "f:2: 'stat:grace' is not a filter", "state"),
    (.views, "[view.a]\ncolumns = [\"id\", \"nme\"]", "f:2: 'nme' is not one of", "'name'"),
    (.views, "[view.a]\nsort = [\"-mr\"]", "f:2: '-mr' is not an order", "'-mrr'"),
    (.views, "[view.a]\nkey = \"@0\"", "f:2: '@0' is not one of @1", ""),
    (.views, "[[highlight]]\nwhen = \"loses<1d\"", "f:1: 'role' is missing", "left out"),
    (
      .views, "[[highlight]]\nwhen = \"loses<1d\"\nrole = \"row.alrm\"", "f:3: 'row.alrm'",
      "'row.alarm'"
    ),
    (.commands, "[command.x]\ntitle = \"X\"", "f:1: 'exec' is missing", "left out"),
    (.commands, "[command.x]\nexec = \"ls -l\"", "f:2: 'exec' has to be a list", "text"),
    (.commands, "[command.x]\nexec = [\"a\", \"{nme}\"]", "f:2: '{nme}' names {nme}", "{id}"),
    (
      .commands, "[command.x]\nexec = [\"a\", \"{email}\"]", "never passed to a program",
      "{account}"
    ),
    (.commands, "[command.x]\nexec = [\"a\"]\nkey = \"!crm\"", "f:3: '!crm' is not ! and", "!c"),
    (.commands, "[command.x]\nexec = [\"a\"]\ntimeout = 3", "f:3: 'timeout' has to be a text", ""),
  ])
  func `what does not fit is named with its line and what may have been meant`(
    kind: ConfigurationKind, text: String, place: String, hint: String
  ) throws {
    let found = try sentences(text, kind)
    #expect(
      found.contains { $0.contains(place) && (hint.isEmpty || $0.contains(hint)) }, "\(found)")
  }

  @Test func `one bad value leaves the rest in force`() throws {
    let file = try ConfigurationFile(
      path: "f", text: "theme = 3\ntimezone = \"Asia/Tokyo\"\nnope = 1\n[recovery]\nx = 1\n",
      kind: .config)
    #expect(file.problems.count == 3)
    #expect(file.root["timezone"]?.text == "Asia/Tokyo")
    #expect(file.root["theme"] == nil)
    #expect(file.root["recovery"]?.entries == [])
  }

  @Test func `one bad value leaves a whole strategy of prompts out`() throws {
    let text = "[prompts.appStore]\nstep = 3\ncadence = \"now\"\n"
    let file = try ConfigurationFile(path: "f", text: text, kind: .config)
    #expect(file.root["prompts"] == nil)
    #expect(file.problems.contains { $0.text.contains("[prompts] is left out") })
    let harmless = try ConfigurationFile(
      path: "f", text: "[prompts.appStore]\nstep = 3\ncadense = \"1d\"\n", kind: .config)
    #expect(harmless.root["prompts"]?["appStore"]?["step"]?.integer == 3)
  }

  @Test func `a file that is not TOML is named with the line of its error`() {
    #expect(throws: ConfigurationFile.Damage.self) {
      try ConfigurationFile(path: "f", text: "a = 1\nb = [", kind: .config)
    }
    do throws(ConfigurationFile.Damage) {
      _ = try ConfigurationFile(path: "f", text: "a = 1\nb == 2\n", kind: .config)
    } catch {
      #expect(error.problem.sentence.hasPrefix("f:2: is not TOML"))
    }
  }

  @Test func `a file that is too long is not read, and said to be`() throws {
    let path = NSTemporaryDirectory() + "churntop-long-\(UUID().uuidString).toml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let line = "timezone = \"Asia/Tokyo\"\n"
    let most = ConfigurationFile.bytesMax - line.utf8.count
    for isOver in [false, true] {
      let text = line + String(repeating: "\n", count: isOver ? most + 1 : most)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      do throws(ConfigurationFile.Damage) {
        let file = try ConfigurationFile.load(path: path, as: .config, isRequired: true)
        #expect(!isOver && file?.root["timezone"]?.text == "Asia/Tokyo")
      } catch {
        #expect(isOver && error == .tooLong(path: path))
        #expect(error.description.contains("is longer than 1 MiB"))
      }
    }
  }
}
