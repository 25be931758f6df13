import OwnThreads
import ProgramConventions
import Testing

@Suite(.ownThread) struct ConfigCommandTests {
  @Test func `each value says where it comes from`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "c.toml",
      """
      timezone = "Asia/Tokyo"
      ledger = "/from/the/file.sqlite"
      theme = "mono"

      [recovery]
      appStoreGrace = "16d"

      [[prompts.rules]]
      name = "last days"
      when = "state:grace loses<3d"
      step = 3
      """)
    let shown = try sandbox.run(
      "config", "show", "--origin", "--config", path, "--color", "never", "--format", "json")
    #expect(shown.status == 0, "\(shown)")
    let values = try shown.json()
    #expect(values["ledger"]["value"].text == sandbox.file("ledger.sqlite"))
    #expect(values["ledger"]["origin"].text == "$CHURNTOP_LEDGER")
    #expect(values["timezone"]["origin"].text == path + ":1")
    #expect(values["theme"]["origin"].text == path + ":3")
    #expect(values["color"]["origin"].text == "--color")
    #expect(values["glyphs"]["origin"].text == "default")
    #expect(values["recovery.appStoreGrace"]["value"].text == "16d")
    #expect(values["recovery.appStoreGrace"]["origin"].text == path + ":6")
    #expect(values["prompts.rules.last days"].exists)
    #expect(try sandbox.run("config", "show", "--origin", "--config", path).status == 0)
  }

  @Test func `every value that a file sets is there with its own line`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "c.toml",
      """
      [recovery.googlePlayProducts."pro.monthly"]
      graceDays = 3
      [prompts.appStore]
      step = 3
      cadence = "1d"
      cap = 2
      quietHours = { from = "22:00", to = "08:00", utcOffset = "9h" }
      escalation = { within = "2d", step = 3 }
      [prompts.googlePlay]
      step = 2
      [[prompts.rules]]
      name = "late"
      when = "state:hold"
      step = 3
      cadence = "2d"
      [currency]
      report = "EUR"
      date = "2026-11-20"
      rates = { USD = "1.0834" }
      """)
    let values = try sandbox.run("config", "show", "--config", path, "--format", "json").json()
    for (name, value, line) in [
      ("recovery.googlePlayProducts.pro.monthly.graceDays", "3", 2),
      ("prompts.appStore.step", "3", 4), ("prompts.appStore.cadence", "1d", 5),
      ("prompts.appStore.cap", "2", 6),
      ("prompts.appStore.quietHours.from", "22:00", 7),
      ("prompts.appStore.quietHours.utcOffset", "9h", 7),
      ("prompts.appStore.escalation.within", "2d", 8), ("prompts.googlePlay.step", "2", 10),
      ("prompts.rules.late.cadence", "2d", 15), ("currency.report", "EUR", 17),
      ("currency.date", "2026-11-20", 18), ("currency.rates.USD", "1.0834", 19),
    ] {
      #expect(values[name]["value"].text == value, "\(name)")
      #expect(values[name]["origin"].text == "\(path):\(line)", "\(name)")
    }
  }

  @Test func `what is in force by other means says by which`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["ESCDELAY"] = "77"
    sandbox.environment["ACCESSIBLE"] = "1"
    try sandbox.makeFolder(".local/state/churntop")
    let looks = try sandbox.write(
      ".local/state/churntop/looks.toml", "theme = \"nord\"\nglyphs = \"ascii\"\n")
    let values = try sandbox.run("config", "show", "--format", "json").json()
    for (name, value, origin) in [
      ("escdelay", "77", "$ESCDELAY"), ("accessible", "true", "$ACCESSIBLE"),
      ("theme", "nord", looks), ("glyphs", "ascii", looks),
    ] {
      #expect(values[name]["value"].text == value, "\(name)")
      #expect(values[name]["origin"].text == origin, "\(name)")
    }
    let path = try sandbox.write("c.toml", "theme = \"mono\"\n")
    let set = try sandbox.run("config", "show", "--config", path, "--format", "json").json()
    #expect(set["theme"]["value"].text == "mono")
  }

  @Test func `a theme's problem is told once, with its file and line`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder(".config/churntop/themes")
    let first = try sandbox.write(
      ".config/churntop/themes/a.toml", "[roles]\n\"table.hed\" = { fg = \"#ffffff\" }\n")
    try sandbox.write(".config/churntop/themes/b.toml", "inherits = \"a\"\n")
    let broken = try sandbox.write(".config/churntop/themes/c.toml", "= 3\n")
    let outcome = try sandbox.run("config", "validate")
    let lines = (outcome.output + outcome.diagnostics).split(separator: "\n")
    #expect(lines.filter { $0.contains("table.hed") }.count == 1, "\(outcome)")
    #expect(lines.contains { $0.hasPrefix(first + ":2: ") }, "\(outcome)")
    #expect(lines.contains { $0.hasPrefix(broken + ":1: ") }, "\(outcome)")
  }

  @Test func `each fact of a product says where it comes from`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "c.toml",
      """
      [[products]]
      store = "google-play"
      product = "gold"
      basePlan = "monthly"
      period = "P1M"
      prices = { JP = "480 JPY" }
      graceDays = 7

      [[products]]
      store = "app-store"
      app = "com.example"
      product = "gold"
      period = "P1Y"

      [[products]]
      store = "google-play"
      product = "gold"
      basePlan = "monthly"
      graceDays = 3
      """)
    let shown = try sandbox.run("config", "show", "--config", path, "--format", "json")
    #expect(shown.status == 0, "\(shown)")
    let values = try shown.json()
    for (name, value, line) in [
      ("google-play.gold/monthly.period", "P1M", 5),
      ("google-play.gold/monthly.price.JP", "480.00 JPY", 6),
      ("google-play.gold/monthly.graceDays", "3", 19),
      ("app-store/com.example.gold.period", "P1Y", 13),
    ] {
      let setting = values["products." + name]
      #expect(setting["value"].text == value, "\(name) \(shown)")
      #expect(setting["origin"].text == "\(path):\(line)", "\(name) \(shown)")
    }
  }

  @Test func `validate sees values, in the order of their lines, each fault once`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "c.toml",
      """
      theme = "nrod"


      [prompts.googlePlay]
      step = 7

      [[prompts.rules]]
      name = "x"
      when = "state:grce"
      step = 3
      """)
    let outcome = try sandbox.run("config", "validate", "--config", path)
    #expect(outcome.status == 3, "\(outcome)")
    let lines = (outcome.output + outcome.diagnostics).split(separator: "\n").map(String.init)
    let faults = lines.filter { $0.contains(path) }
    #expect(faults.count == 3, "\(outcome)")
    #expect(faults.first?.hasSuffix(":1: there is no theme 'nrod'. Did you mean 'nord'?") == true)
    #expect(faults.dropFirst().first?.contains(":5: 7 is not a number from 1 to 3.") == true)
    let last = try #require(faults.last)
    #expect(last.contains(":9: 'state:grce' cannot decide"), "\(last)")
    #expect(last.contains("did you mean grace? [prompts] is left out whole"), "\(last)")
  }

  @Test func `validate names an address that no command takes for a ledger`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["CHURNTOP_LEDGER"] = nil
    let path = try sandbox.write("c.toml", "\nledger = \"postgre://u:hunter2@h/churn\"\n")
    let outcome = try sandbox.run("config", "validate", "--config", path)
    #expect(outcome.status == 3, "\(outcome)")
    #expect(outcome.output.contains("\(path):2: what begins with 'postgre:' is not a ledger"))
    #expect(!outcome.output.contains("hunter2"))
  }

  @Test func `a table without a heading of its own begins where its first part does`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "c.toml", "mask = true\n\n\n[prompts.appStore]\nstep = 2\n[recovry.googlePlay]\nx = 1\n")
    let outcome = try sandbox.run("config", "validate", "--config", path)
    #expect((outcome.output + outcome.diagnostics).contains("\(path):6: 'recovry'"), "\(outcome)")
  }

  @Test func `the example as a configuration changes nothing`() throws {
    let sandbox = try Sandbox()
    let example = try sandbox.run("config", "example").output
    let path = try sandbox.write("c.toml", example)
    let shown = try sandbox.run("config", "show", "--config", path, "--format", "json")
    #expect(shown.status == 0, "\(shown)")
    let usual = try TestJSON(sandbox.run("config", "show", "--format", "json").output)
    let settings = try TestJSON(shown.output)
    #expect(settings.keys == usual.keys)
    for key in usual.keys where key != "config" {
      #expect(settings[key].description == usual[key].description)
    }
  }

  @Test(arguments: [
    ("tmezone = \"UTC\"\n", ":1: 'tmezone'", "timezone"),
    ("\n[recovery]\nappStoreGrce = \"3d\"\n", ":3: 'appStoreGrce'", "appStoreGrace"),
    ("[recovery]\nappStoreGrace = \"9d\"\n", ":2: '9d'", "16d"),
    ("timezone = \"Mars\"\n", ":1: 'Mars'", "left out"),
    ("timezone = \"Europe/Berln\"\n", ":1: 'Europe/Berln'", "Did you mean 'Europe/Berlin'?"),
    ("timezone = \"tokyo\"\n", ":1: 'tokyo'", "Did you mean 'Asia/Tokyo'?"),
    ("timezone = 3\n", ":1: 'timezone'", "left out"),
    ("[prompts]\nappStor = 1\n", ":2: 'appStor'", "appStore"),
    ("[prompts.appStore]\ncadence = \"soon\"\n", "[prompts] is left out", "soon"),
    ("[prompts.holdout]\npercent = 60\nsalt = \"a\"\n", ":2: 60 is not", "left out whole"),
    ("[prompts.holdout]\npercent = 5\n", ":1: 'salt' is missing", "left out"),
    (
      "[prompts.holdout]\npercent = 5\nsalt = \"a\"\nsince = \"May\"\n", ":4: 'May' is not a day",
      "2026-11-01"
    ),
  ])
  func `what makes no sense is named with its line and left out`(
    text: String, place: String, word: String
  ) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("c.toml", text)
    let outcome = try sandbox.run("config", "show", "--config", path)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.diagnostics.contains(place), "\(outcome)")
    #expect(outcome.diagnostics.contains(word), "\(outcome)")
    #expect(try sandbox.run("config", "validate", "--config", path).status == 3)
  }

  @Test(arguments: [
    ("date = \"2026-11-20\"", "has neither rates nor a file"),
    ("rates = { USD = \"1.1\" }", "has no date"),
    ("date = \"2026-11-20\"\nfile = \"none.csv\"", "none.csv: cannot be read"),
  ])
  func `rates that cannot be used are a problem of the configuration`(
    lines: String, words: String
  ) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("c.toml", "[currency]\nreport = \"EUR\"\n\(lines)\n")
    let outcome = try sandbox.run("config", "validate", "--config", path)
    #expect(outcome.status == 3 && outcome.output.contains(words), "\(outcome)")
    let doctor = try sandbox.run("doctor", "--config", path)
    #expect(doctor.output.contains(words), "\(doctor)")
  }

  @Test(arguments: ["ledger = \"unclosed\nx", "= 3", "[a\n"])
  func `a file that is not TOML ends with 2`(text: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("list", "--config", try sandbox.write("c.toml", text))
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains("c.toml"))
  }

  @Test func `a policy of the file changes the answers`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let path = try sandbox.write("c.toml", "[prompts.googlePlay]\nstep = 1\n")
    sandbox.environment["CHURNTOP_CONFIG"] = path
    let shown = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-03", "--format", "json"
    ).json()
    #expect(shown["prompt"]["reason"].text == "storeMailsOnly")
    let due = try sandbox.run("due", "--as-of", "2026-11-03", "--format", "json").json()
    #expect(due["total"].number == 0)
  }

  @Test func `an account that is held out by the policy is due nowhere`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let path = try sandbox.write(
      "c.toml", "[prompts.holdout]\npercent = 50\nsalt = \"winter\"\nsince = \"2026-10-01\"\n")
    sandbox.environment["CHURNTOP_CONFIG"] = path
    #expect(try sandbox.run("config", "validate").status == 0)
    let shown = try sandbox.run("config", "show", "--format", "json").json()
    #expect(shown["prompts.holdout"]["value"].text == "50 % by 'winter' since 2026-10-01")
    let past = ["--as-of", "2026-11-03"]
    let decision = try sandbox.run(["show", "acct-mei", "--format", "json"] + past).json()["prompt"]
    #expect(decision["reason"].text == "heldOut")
    #expect(try sandbox.run(["due", "--format", "json"] + past).json()["total"].number == 0)
    let explained = try sandbox.run(["explain", "acct-mei"] + past)
    #expect(explained.output.contains("because the account is held out for comparison"))
    let listed = try sandbox.run(
      ["list", "--filter", "withheld:held-out", "--format", "json"] + past)
    #expect(try listed.json()["total"].number == 1, "\(listed)")
  }

  @Test func `the configuration of the user's folder is found`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["XDG_CONFIG_HOME"] = sandbox.path
    let folder = sandbox.path + "/churntop"
    try sandbox.makeFolder("churntop")
    try sandbox.write("churntop/config.toml", "actor = \"jo\"\n")
    let values = try sandbox.run("config", "show", "--format", "json").json()
    #expect(values["config"]["value"].text == folder + "/config.toml")
    #expect(values["actor"]["value"].text == "mira")
    sandbox.environment["CHURNTOP_ACTOR"] = nil
    #expect(
      try sandbox.run("config", "show", "--format", "json").json()["actor"]["value"].text == "jo")
  }
}
