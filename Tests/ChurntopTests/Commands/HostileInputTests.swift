import Foundation
import OwnThreads
import ProgramConventions
import Testing

/// Input that is broken, huge or made to do harm.
@Suite(.ownThread) struct HostileInputTests {
  /// Faulty texts by what is wrong with them.
  private static let faults: [String: String] = [
    "not JSON": "what is this\n",
    "truncated": String(PlayRecord.active(1).line.prefix(300)),
    "wrong types": #"{"store":"google-play","purchaseToken":[1],"subscription":"x"}"# + "\n",
    "a number": "42\n",
    "a string": "\"text\"\n",
    "null": "null\n",
    "deep nesting": String(repeating: "[", count: 100_000),
    "deep objects": String(repeating: "{\"a\":", count: 100_000),
    "a date out of range": PlayRecord(expires: "99999-01-01T00:00:00Z").line,
    "a JWS that is none": "aaaa.bbbb.cccc\n",
    "an unknown store": #"{"store":"game-shop","body":{}}"# + "\n",
  ]

  @Test(arguments: faults.keys.sorted())
  func `a faulty line is refused with a reason, and the rest is taken in`(fault: String) throws {
    let sandbox = try Sandbox()
    let text = try #require(Self.faults[fault])
    let file = try sandbox.write("bad.json", text)
    let good = try sandbox.write("good.ndjson", PlayRecord.active(2).line)
    let outcome = try sandbox.run("import", file, good, "--format", "json")
    #expect(outcome.status == 3, "\(outcome)")
    let report = try outcome.json()
    #expect(report["stored"].number == 1)
    #expect(report["refused"].number ?? 0 >= 1)
    let refusal = report["refusals"][0]
    #expect(refusal["file"].text == file)
    #expect(refusal["line"].number == 1)
    #expect(refusal["reason"].text?.isEmpty == false)
    #expect(try sandbox.run("verify").status == 0)
  }

  @Test func `bytes that are no text are refused`() throws {
    let sandbox = try Sandbox()
    var bytes = Array(PlayRecord.active(1).line.utf8)
    bytes.insert(contentsOf: [0xFF, 0xC3, 0x28], at: 40)
    let file = try sandbox.write("bad.json", bytes: bytes)
    let outcome = try sandbox.run("import", file)
    #expect(outcome.status == 3, "\(outcome)")
    #expect(try sandbox.run("quarantine", "list").status == 0)
  }

  @Test func `a line of many megabytes is refused without being held`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.file("huge.json")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("{\"a\":\"".utf8))
    let piece = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<64 { try handle.write(contentsOf: piece) }
    try handle.write(contentsOf: Data("\"}\n\(PlayRecord.active(1).line)".utf8))
    try handle.close()
    let outcome = try sandbox.run("import", path, "--format", "json")
    #expect(outcome.status == 3, "\(outcome.diagnostics)")
    #expect(try outcome.json()["stored"].number == 1)
  }

  /// Texts that a terminal would act on, or that would turn a line round.
  private static let poison = [
    "\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{9B}31m", "\u{202E}cba", "\u{2066}x", "a\u{0}b",
    "=HYPERLINK(1)", "|x|", "\u{200B}",
  ]

  @Test func `no text from outside reaches a terminal as a command`() throws {
    let sandbox = try Sandbox()
    for (number, text) in Self.poison.enumerated() {
      let escaped = text.unicodeScalars.map { scalar in
        scalar.value < 0x20 || scalar.value > 0x7E
          ? "\\u" + String(format: "%04x", scalar.value) : String(scalar)
      }.joined()
      var record = PlayRecord.active(number)
      record.account = "acct-\(escaped)"
      record.product = "prod-\(escaped)"
      try sandbox.run(["import", "-"], input: record.line)
    }
    try sandbox.run(["import", "-"], input: "{\"\u{1B}[31m\": \"\u{202E}\"}\n")
    let ids = try sandbox.run("list", "--format", "ndjson").lines.compactMap {
      try TestJSON($0)["id"].text
    }
    try #require(!ids.isEmpty)
    var commands: [[String]] = [
      ["quarantine", "list"], ["quarantine", "show", "1"], ["stats"],
      ["frame", "subscribers"], ["frame", "events"],
    ]
    for form in ["text", "json", "ndjson", "csv", "md"] {
      commands += [["list", "--format", form], ["events", "--format", form]]
    }
    for id in ids {
      commands += [["show", id], ["explain", id], ["show", id, "--format", "md"]]
    }
    for command in commands {
      let outcome = try sandbox.run(command)
      for text in [outcome.output, outcome.diagnostics] {
        let harmful = text.unicodeScalars.first { scalar in
          let isLineEnd = scalar == "\n" || (scalar == "\r" && command.contains("csv"))
          return (scalar.properties.generalCategory == .control && !isLineEnd)
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
        #expect(harmful == nil, "\(command): U+\(String(harmful?.value ?? 0, radix: 16))")
      }
    }
    let csv = try sandbox.run("list", "--format", "csv").output
    #expect(!csv.contains(",=HYPER"))
  }

  /// Returns the first control character, line ends aside, or character that turns a line round.
  private func harmful(in outcome: Outcome) -> Unicode.Scalar? {
    (outcome.output + outcome.diagnostics).unicodeScalars.first { scalar in
      (scalar.properties.generalCategory == .control && scalar != "\n")
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  @Test func `apps, lines for screen readers and paths reach no terminal as a command`() throws {
    let sandbox = try Sandbox()
    let app = PlayRecord.active(1).line.replacing(
      "com.example.reader", with: "com.\\u001b[31m\\u009b\\u202e"
    ).replacing("GPA.", with: "GPA.\\u001b[31m")
    try #require(try sandbox.run(["import", "-"], input: app).status == 0)
    let people = "account,name\nacct-1,Ada \u{1B}]52;c;aGk=\u{7}\u{202E}\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: people).status == 0)
    let other = sandbox.file("other\u{1B}[31m.sqlite")
    let tape = try sandbox.write(
      "case.tape",
      #"""
      {"churntopSession":1,"columns":20,"lines":1}
      {"t":1,"key":"\u001b]0;x\u0007"}
      {"t":1,"rows":{"0":[["hi","ui.fg"]]}}
      {"t":2,"end":1}

      """#)
    for command in [
      [], ["stats"], ["list", "--accessible"], ["due", "--accessible"],
      ["ledger", "init", "--ledger", other], ["ledger", "migrate", "--ledger", other],
      ["--replay", tape], ["show", "acct-1", "--web"],
    ] {
      let outcome = try sandbox.run(command)
      #expect(outcome.status == 0, "\(command): \(outcome)")
      #expect(harmful(in: outcome) == nil, "\(command)")
    }
    #expect(try sandbox.run("stats").output.contains("com."))
    #expect(try sandbox.run("list", "--accessible").output.contains("Ada"))
  }

  @Test(arguments: [
    ["\u{1B}]52;c;aGk=\u{7}"], ["list", "\u{9B}2J\u{202E}x"], ["list", "--format", "\u{1B}[2J"],
    ["list", "--\u{1B}[2J"],
  ])
  func `wrong usage is repeated without commands for the terminal`(words: [String]) throws {
    let outcome = try Sandbox().run(words)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.diagnostics.contains("\nUsage: churntop"), "\(outcome)")
    #expect(harmful(in: outcome) == nil)
  }

  @Test(
    arguments: [
      ("accounts import /dev/zero", 1), ("products import /dev/zero", 1),
      ("theme check /dev/zero", 1), ("import --root /dev/zero /dev/null", 2),
      ("demo --script /dev/zero", 1),
    ] as [(String, Int32)])
  func `a file without an end is refused before it fills the memory`(
    words: String, status: Int32
  ) throws {
    let sandbox = try Sandbox()
    let shell = try RunningProgram(
      "/bin/bash", ["-c", "ulimit -v 2000000; '\(Sandbox.program)' \(words)"],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(shell.status == status, "\(shell)")
    #expect(shell.diagnostics.contains("longer than"), "\(shell)")
    #expect(!sandbox.names(in: "").contains("ledger.sqlite"))
  }

  @Test func `a hostile filter or name is answered, never run`() throws {
    let sandbox = try Sandbox()
    try sandbox.run(["import", "-"], input: PlayRecord.active(1).line)
    for text in ["'; DROP TABLE events; --", "\u{1B}[2J", String(repeating: "(", count: 5000)] {
      let outcome = try sandbox.run("list", "--filter", text)
      #expect([0, 2].contains(outcome.status), "\(outcome)")
      #expect(!outcome.diagnostics.contains("\u{1B}") && outcome.diagnostics.utf8.count < 300)
      #expect(try sandbox.run("show", text).status == 4)
    }
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }

  @Test(.enabled(if: getuid() == 0, "mounting a small disk takes root"))
  func `a full disk keeps what was stored and says what to do`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("disk")
    let disk = sandbox.file("disk")
    let mount = try RunningProgram(
      "/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    guard mount.status == 0 else { return }
    defer {
      _ = try? RunningProgram(
        "/bin/umount", ["-l", disk], environment: sandbox.environment, folder: sandbox.path,
        input: nil
      ).finish()
    }
    sandbox.environment["CHURNTOP_LEDGER"] = disk + "/ledger.sqlite"
    try #require(try sandbox.run(["import", "-"], input: PlayRecord.active(0).line).status == 0)
    let many = try sandbox.write("many.ndjson", (1...3000).map(PlayRecord.active).archive)
    let outcome = try sandbox.run("import", many)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains("space"), "\(outcome)")
    #expect(try sandbox.run("list", "--readonly").status == 0)
    sandbox.environment["TMPDIR"] = sandbox.file("tmp")
    #expect(try sandbox.run("show", "acct-0", "--readonly").status == 0)
  }
}
