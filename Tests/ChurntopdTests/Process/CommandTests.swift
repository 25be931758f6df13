import ArgumentParser
import Cryptography
import Foundation
import OwnThreads
import Testing

@testable import churntopd

@Suite(.ownThread) struct CommandTests {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func configuration(_ more: String = "", host: String = "127.0.0.1") throws -> String {
    try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [server]
      tokens = "\(folder.file("tokens.json"))"
      host = "\(host)"
      port = 0
      [[appStore]]
      bundle = "com.example"
      \(more)
      """)
  }

  @Test func `check-config ends by what it found`() throws {
    let sound = try RunningDaemon.run(
      ["check-config", "--offline", "--config", try configuration()])
    #expect(sound.status == 2)
    #expect(sound.diagnostics.contains("tokens.json"))
    try folder.write("tokens.json", "[]")
    let mended = try RunningDaemon.run(
      ["check-config", "--offline", "--config", try configuration()])
    #expect(mended.status == 0 && mended.output.contains("is sound"))
    #expect(mended.output.contains("/ledger.sqlite does not exist yet"))
    let broken = try RunningDaemon.run(
      ["check-config", "--config", try configuration("environment = [\"sandbox\"]")])
    #expect(broken.status == 2)
    #expect(broken.diagnostics.contains("churntopd.toml:8: 'environment' is not a setting."))
    #expect(broken.diagnostics.contains("Did you mean 'environments'?"))
    let sample = try configuration(
      """
      issuer = "57246542-96fe-1a63-e053-0824d011072a"
      key = "2X9R4HXF34"
      keyFile = "\(folder.file("key.p8"))"
      """)
    for hasKey in [false, true] {
      if hasKey { try folder.write("key.p8", PrivateKey.generated(.p256).pem) }
      let edited = try RunningDaemon.run(["check-config", "--offline", "--config", sample])
      #expect(edited.status == 2 && edited.output == "")
      #expect(edited.diagnostics.contains("key.p8") == !hasKey)
      for part in [":8: issuer '57246542", ":9: key '2X9R4HXF34' is still the sample's."] {
        #expect(edited.diagnostics.contains(part), "\(edited.diagnostics)")
      }
    }
    let elsewhere = try RunningDaemon.run(
      ["check-config", "--offline", "--config", try configuration(host: "203.0.113.9")])
    #expect(elsewhere.status == 2)
    #expect(elsewhere.diagnostics.contains("churntopd.toml:4: cannot listen at 203.0.113.9:0: "))
    let missing = try RunningDaemon.run(["serve", "--config", folder.file("none.toml")])
    #expect(missing.status == 2 && missing.diagnostics.contains("none.toml: cannot be read"))
    #expect(try RunningDaemon.run(["serve"]).status == 64)
  }

  @Test func `a token is shown once, kept as a hash, listed and revoked`() throws {
    let config = try configuration()
    let made = try RunningDaemon.run(
      [
        "token", "create", "backend", "--scope", "prompts:read", "--expires", "90d", "--config",
        config,
      ])
    let text = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(made.status == 0 && text.hasPrefix("ctd_") && text.count > 40)
    let file = try String(contentsOfFile: folder.file("tokens.json"), encoding: .utf8)
    #expect(!file.contains(text) && file.contains("sha256"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("tokens.json"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let listed = try RunningDaemon.run(["token", "list", "--config", config])
    #expect(listed.output.hasPrefix("backend  prompts:read  until "))
    #expect(!listed.output.contains(text))
    let again = try RunningDaemon.run(["token", "create", "backend", "--config", config])
    #expect(again.status == 2)
    let scope = try RunningDaemon.run(
      ["token", "create", "b", "--scope", "prompts:all", "--config", config])
    #expect(scope.status == 2 && scope.diagnostics.contains("prompts:read"))
    for name in ["a b\nc", "\u{1B}[31mred", ""] {
      #expect(try RunningDaemon.run(["token", "create", name, "--config", config]).status == 2)
    }
    #expect(try RunningDaemon.run(["token", "revoke", "none", "--config", config]).status == 4)
    #expect(try RunningDaemon.run(["token", "revoke", "backend", "--config", config]).status == 0)
    #expect(try RunningDaemon.run(["token", "list", "--config", config]).output == "")
  }

  @Test func `a token that cannot be printed is not created`() throws {
    let config = try configuration()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
    process.arguments = ["token", "create", "backend", "--config", config]
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let listed = try RunningDaemon.run(["token", "list", "--config", config])
    #expect(listed.status == 0 && !listed.output.contains("backend"))
  }

  @Test(arguments: [
    [], ["serve"], ["sync"], ["simulate"], ["check-config"], ["openapi"], ["token"],
    ["token", "create"], ["alerts"], ["alerts", "test"], ["deliveries"], ["deliveries", "list"],
    ["man"],
  ])
  func `help is wrapped once, so that no line of it ends early`(_ command: [String]) throws {
    let help = try RunningDaemon.run(["help"] + command).output
    let overview = try #require(help.components(separatedBy: "USAGE:").first)
    for paragraph in overview.components(separatedBy: "\n\n") {
      let lines = paragraph.split(separator: "\n")
      for (line, next) in zip(lines, lines.dropFirst())
      where !line.hasPrefix(" ") && !next.hasPrefix(" ") {
        let word = next.split(separator: " ").first ?? ""
        #expect(line.count + 1 + word.count > 78, "\(line)\n\(next)")
      }
    }
  }

  @Test(
    arguments: [
      ("COLUMNS=20 \"$0\" serve --help", 0, "USAGE"),
      ("COLUMNS=20 \"$0\" serve", 64, "--config"),
      ("\"$0\" --help > /dev/full", 1, "no space left on device"),
    ] as [(String, Int32, String)])
  func `help is for narrow terminals too, and says where it cannot be written`(
    script: String, status: Int32, words: String
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, RunningDaemon.program]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == status, "\(text)")
    #expect(text.contains(words), "\(text)")
  }

  @Test(
    arguments: [
      (["serv"], "Unexpected argument 'serv'"),
      (["--config", "x"], "Unknown option '--config'"),
      (["serve"], "Missing expected argument '--config <file>'"),
      (["sync", "--config", "x", "--again"], "--again, --unknown and --json belong to --ids."),
      (["sync", "--config", "x", "--ids", "y", "--anew"], "--anew does not go with --ids."),
      (["deliveries", "list", "--config", "x", "--limit", "0"], "--limit is 1 or more."),
      (["simulate", "--speed", "0"], "--speed is from 1 to 100000."),
      (["simulate", "--port", "http"], "The value 'http' is invalid for '--port <port>'"),
    ] as [([String], String)])
  func `wrong usage ends with 64, and says what is wrong`(
    arguments: [String], words: String
  ) throws {
    let error = #expect(throws: (any Error).self) { try Churntopd.parseAsRoot(arguments) }
    let wrong = try #require(error)
    #expect(Churntopd.exitCode(for: wrong).rawValue == 64)
    #expect(Churntopd.message(for: wrong).contains(words), "\(Churntopd.message(for: wrong))")
  }

  @Test func `commands that run at once lose no token and keep none that is revoked`() throws {
    let config = try configuration()
    for name in ["x1", "x2", "x3"] {
      _ = try RunningDaemon.run(["token", "create", name, "--config", config])
    }
    let commands =
      ["x1", "x2", "x3"].map { ["revoke", $0] } + (1...5).map { ["create", "y\($0)"] }
    let processes = try commands.map { command in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
      process.arguments = ["token"] + command + ["--config", config]
      process.environment = ["PATH": "/usr/bin:/bin"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let listed = try RunningDaemon.run(["token", "list", "--config", config]).output
    let names = listed.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names.sorted() == (1...5).map { "y\($0)" })
  }

  @Test func `a token's usual scope is what its help says`() throws {
    let help = try RunningDaemon.run(["token", "create", "--help"]).output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("prompts:read where none is given"))
    let config = try configuration()
    #expect(try RunningDaemon.run(["token", "create", "b", "--config", config]).status == 0)
    let listed = try RunningDaemon.run(["token", "list", "--config", config])
    #expect(listed.output == "b  prompts:read  no end\n")
    let json = try RunningDaemon.run(["token", "list", "--json", "--config", config])
    #expect(
      json.output.filter { !$0.isWhitespace }
        == #"{"tokens":[{"name":"b","scopes":["prompts:read"],"expiresAt":null}]}"#)
  }

  @Test func `an alert is told for trial by its name`() throws {
    let out = folder.file("out")
    let program = try folder.write("tell", "#!/bin/sh\ncat > \(out)\n", mode: 0o700)
    try folder.write("tokens.json", "[]")
    let config = try configuration(
      """
      [[alerts]]
      name = "many in grace"
      filter = "state:grace"
      run = ["\(program)"]
      """)
    let listed = try RunningDaemon.run(["alerts", "list", "--config", config])
    #expect(listed.output == "many in grace  \(program)\n")
    let json = try RunningDaemon.run(["alerts", "list", "--json", "--config", config])
    #expect(json.output.contains(#""name": "many in grace""#) && json.output.contains(program))
    let told = try RunningDaemon.run(["alerts", "test", "many in grace", "--config", config])
    #expect(told.status == 0 && told.output == "'many in grace' arrived: \(program)\n")
    let heard = try String(contentsOfFile: out, encoding: .utf8)
    #expect(heard.contains(#""state":"test""#) && heard.contains(#""alert":"many in grace""#))
    let unknown = try RunningDaemon.run(["alerts", "test", "few", "--config", config])
    #expect(unknown.status == 4 && unknown.diagnostics.contains("'many in grace'"))
    try folder.write("tell", "#!/bin/sh\nexit 3\n", mode: 0o700)
    let failed = try RunningDaemon.run(["alerts", "test", "many in grace", "--config", config])
    #expect(failed.status == 3 && failed.diagnostics.contains("ended with the status 3"))
    let none = try RunningDaemon.run(["alerts", "list", "--config", try configuration()])
    #expect(none.output == "" && none.diagnostics.contains("no alert is configured"))
  }

  @Test func `a trial of an alert ends with the first answer, or why there is none`() throws {
    let secret = try folder.write("hook-secret", "0123456789abcdef")
    try folder.write("tokens.json", "[]")
    let config = try configuration(
      """
      [[alerts]]
      name = "many in grace"
      filter = "state:grace"
      post = "http://127.0.0.1:1/hook"
      secretFile = "\(secret)"
      """)
    let begun = ContinuousClock.now
    let failed = try RunningDaemon.run(["alerts", "test", "many in grace", "--config", config])
    #expect(failed.status == 3)
    #expect(failed.diagnostics.contains("127.0.0.1: the host takes no connection"))
    #expect(ContinuousClock.now - begun < .seconds(30))
  }

  @Test func `an address in use is named, with what to do`() async throws {
    try folder.write("tokens.json", "[]")
    let config = try configuration()
    let daemon = try await RunningDaemon(config: config, folder: folder)
    let text = try String(contentsOfFile: config, encoding: .utf8)
    let second = try folder.write(
      "second.toml",
      text.replacing("ledger.sqlite", with: "second.sqlite")
        .replacing("port = 0", with: "port = \(daemon.port)"))
    let words = "cannot listen at 127.0.0.1:\(daemon.port): address already in use. Stop the"
    let served = try RunningDaemon.run(["serve", "--config", second])
    #expect(served.status == 1 && served.diagnostics.contains(words), "\(served.diagnostics)")
    let earlier = try DaemonFolder()
    try earlier.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    try earlier.write("ledger.sqlite", "of an earlier simulation")
    let simulated = try RunningDaemon.run(
      ["simulate", "--folder", earlier.path, "--port", "\(daemon.port)", "--subscribers", "10"])
    #expect(simulated.status == 1 && simulated.diagnostics.contains(words))
    #expect(simulated.diagnostics.contains("--port"))
    let kept = try String(contentsOfFile: earlier.file("ledger.sqlite"), encoding: .utf8)
    #expect(kept == "of an earlier simulation")
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `the description of the interface is JSON`() throws {
    let printed = try RunningDaemon.run(["openapi"])
    let json = try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any]
    #expect(json?["openapi"] as? String == "3.1.0")
  }
}
