import OwnThreads
import ProgramConventions
import Testing

/// Problems that are in no configuration file, and files that are the only ones.
@Suite(.ownThread) struct ConfigurationReportTests {
  private static let strange = [
    ("PROJECT", "maybe", "is not true or false."), ("READONLY", "perhaps", "is not true or false."),
    ("ESCDELAY", "-4", "is not a number from 1 to 5000."), ("STALE", "x", "is not a length"),
    ("REFRESH", "0", "is not a length"), ("GLYPHS", "emoji", "is not one of"),
    ("TIMEZONE", "Mars", "is not a time zone."),
  ]

  private func withStrangeVariables() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text, _) in Self.strange { sandbox.environment["CHURNTOP_" + name] = text }
    return sandbox
  }

  @Test func `a variable that is no value is named, and is not in force`() throws {
    let sandbox = try withStrangeVariables()
    let path = try sandbox.write("c.toml", "stale = \"6h\"\n")
    let shown = try sandbox.run("config", "show", "--config", path, "--format", "json")
    #expect(shown.status == 0, "\(shown)")
    let values = try shown.json()
    #expect(values["stale"]["value"].text == "6h")
    #expect(values["stale"]["origin"].text == path + ":1")
    #expect(values["escdelay"]["value"].text == "25")
    #expect(values["project"]["origin"].text == "default")
    let checks = [
      try sandbox.run("config", "validate", "--config", path),
      try sandbox.run("doctor", "--config", path),
    ]
    for outcome in checks { #expect(outcome.status == 3, "\(outcome)") }
    for (name, text, problem) in Self.strange {
      let sentence = "$CHURNTOP_\(name): '\(text)' \(problem)"
      for outcome in checks + [shown] {
        #expect((outcome.output + outcome.diagnostics).contains(sentence), "\(outcome)")
      }
    }
  }

  @Test func `a theme that a variable names is looked for`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHURNTOP_THEME"] = "nrod"
    let outcome = try sandbox.run("config", "validate")
    #expect(outcome.status == 3, "\(outcome)")
    #expect(
      outcome.lines == ["$CHURNTOP_THEME: there is no theme 'nrod'. Did you mean 'nord'?"],
      "\(outcome)")
  }

  @Test func `a command does not guess about the folder's own settings`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHURNTOP_PROJECT"] = "maybe"
    let outcome = try sandbox.run("stats")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains("$CHURNTOP_PROJECT: 'maybe' is not true or false."))
  }

  @Test func `a flag is listed as true or false, and the configuration with its origin`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHURNTOP_READONLY"] = "1"
    let path = try sandbox.write("c.toml", "mask = true\n")
    let named = try sandbox.run("config", "show", "--config", path, "--format", "json").json()
    #expect(named["readonly"]["value"].text == "true")
    #expect(named["config"]["origin"].text == "--config")
    sandbox.environment["CHURNTOP_CONFIG"] = path
    let stated = try sandbox.run("config", "show", "--format", "json").json()
    #expect(stated["config"]["origin"].text == "$CHURNTOP_CONFIG")
  }

  @Test func `a folder is checked, with a theme alone in it, and a file is none`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("own/themes")
    let theme = try sandbox.write("own/themes/mine.toml", "inherits = \"nord\"\n")
    let sound = try sandbox.run("config", "validate", "--folder", sandbox.file("own"))
    #expect(sound.status == 0 && sound.lines == [theme + " is sound"], "\(sound)")
    let file = try sandbox.run("config", "validate", "--folder", theme)
    #expect(file.status == 4 && file.diagnostics.contains("There is no folder"), "\(file)")
  }
}
