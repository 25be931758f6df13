import Foundation
import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct ImportCommandTests {
  @Test func `a report counts everything that was met`() throws {
    let sandbox = try Sandbox()
    let archive = try sandbox.write(
      "a.ndjson", PlayRecord.inGrace.archive + PlayRecord.inGrace.archive + "{\"what\": 1}\n")
    let outcome = try sandbox.run("import", archive, "--format", "json")
    #expect(outcome.status == 3, "\(outcome)")
    let report = try outcome.json()
    #expect(
      report.keys == [
        "duplicate", "read", "refusals", "refused", "seconds", "stored", "subscriptions",
        "unknownKind",
      ])
    #expect(report["read"].number == 5)
    #expect(report["stored"].number == 2)
    #expect(report["duplicate"].number == 2)
    #expect(report["refused"].number == 1)
    #expect(report["subscriptions"].number == 1)
    let refusal = report["refusals"][0]
    #expect(refusal.keys == ["field", "file", "line", "reason"])
    #expect(refusal["file"].text == archive)
    #expect(refusal["line"].number == 5)
    #expect(refusal["reason"].text?.isEmpty == false)
  }

  @Test func `a subscription in two files counts once, and no field is null`() throws {
    let sandbox = try Sandbox()
    let records = PlayRecord.inGrace
    let first = try sandbox.write("a.ndjson", [records[0], .active(1)].archive)
    let second = try sandbox.write("b.ndjson", records[1].line + "{\"what\": 1}\n")
    let report = try sandbox.run("import", first, second, "--format", "json").json()
    #expect(report["stored"].number == 3)
    #expect(report["subscriptions"].number == 2)
    #expect(report["refusals"][0]["field"].isNull)
  }

  @Test func `without a standard input nothing else is read in its place`() throws {
    let sandbox = try Sandbox()
    let shell = try RunningProgram(
      "/bin/sh", ["-c", "exec \"$0\" import - <&-", Sandbox.program],
      environment: sandbox.environment, folder: sandbox.path, input: nil)
    let outcome = shell.finish()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains("standard input cannot be read"), "\(outcome)")
  }

  @Test func `what is there already changes nothing`() throws {
    let sandbox = try Sandbox()
    let archive = try sandbox.write("a.ndjson", PlayRecord.inGrace.archive)
    try #require(try sandbox.run("import", archive).status == 0)
    let before = try sandbox.run("export").output
    let again = try sandbox.run("import", archive, "--format", "json")
    #expect(again.status == 0)
    #expect(try again.json()["duplicate"].number == 2)
    #expect(try sandbox.run("export").output == before)
  }

  @Test func `standard input is read where a file is called -`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(["import", "-"], input: PlayRecord.inGrace.archive)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }

  @Test func `a file that cannot be read costs only itself`() throws {
    let sandbox = try Sandbox()
    let good = try sandbox.write("good.ndjson", PlayRecord.inGrace.archive)
    let outcome = try sandbox.run("import", sandbox.file("missing.json"), sandbox.path, good)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains("missing.json"))
    #expect(outcome.diagnostics.contains("is a directory"))
    #expect(outcome.output.contains("2 stored"))
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }

  @Test func `an empty file is no error and stores nothing`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("import", try sandbox.write("empty", ""), "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics.contains("nothing to import"), "\(outcome)")
    #expect(try outcome.json()["read"].number == 0)
  }

  @Test func `verification can be required of everything`() throws {
    let sandbox = try Sandbox()
    let archive = try sandbox.write("a.ndjson", PlayRecord.inGrace.archive)
    let outcome = try sandbox.run("import", archive, "--verify", "required")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("0 stored"))
  }

  @Test func `another package is refused where one is named`() throws {
    let sandbox = try Sandbox()
    let archive = try sandbox.write("a.ndjson", PlayRecord.inGrace.archive)
    let other = try sandbox.run("import", archive, "--bundle", "com.example.other")
    #expect(other.status == 3, "\(other)")
    let same = try sandbox.run(
      "import", archive, "--bundle", "com.example.reader", "--environment", "production")
    #expect(same.status == 0, "\(same)")
  }

  @Test func `a root that is no certificate is not understood`() throws {
    let sandbox = try Sandbox()
    let text = try sandbox.write("root.pem", "not a certificate")
    let outcome = try sandbox.run("import", text, "--root", text)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics.contains("--root"))
    #expect(try sandbox.run("import", text, "--root", "/nowhere.pem").status == 2)
  }

  @Test func `a root is one app's own where the app stands before it`() throws {
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../StorePayloadsTests/Fixtures/app-store-server-library"
    ).standardizedFileURL.path
    let (file, root) = (fixtures + "/testNotification", fixtures + "/testCA.der")
    func outcome(_ options: String...) throws -> Outcome {
      try Sandbox().run(["import", file] + options)
    }
    let own = try outcome("--root", "com.example=\(root)")
    #expect(own.status == 0 && !own.diagnostics.contains("every app"), "\(own)")
    let other = try outcome("--root", "com.example.other=\(root)")
    #expect(other.status == 3 && other.output.contains("not trusted"), "\(other)")
    let bundle = try outcome("--root", root, "--bundle", "com.example")
    #expect(bundle.status == 0 && !bundle.diagnostics.contains("every app"), "\(bundle)")
    let any = try outcome("--root", root)
    #expect(any.status == 0, "\(any)")
    #expect(any.diagnostics.contains("--root com.example.app=\(root)"), "\(any)")
  }

  @Test func `accounts give names and mail addresses to search by`() throws {
    let sandbox = try Sandbox()
    try sandbox.run(["import", "-"], input: PlayRecord.inGrace.archive)
    let csv = "account,name,email,tags\nacct-mei,\"Tanaka, Mei\",mei@example.com,vip;press\n"
    let outcome = try sandbox.run(["accounts", "import", "-", "--format", "json"], input: csv)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["stored"].number == 1)
    let shown = try sandbox.run("show", "mei@example.com", "--format", "json").json()
    #expect(shown["name"].text == "Tanaka, Mei")
    #expect(shown["tags"].elements.map(\.text) == ["vip", "press"])
    #expect(try sandbox.run("list", "--filter", "tag:vip", "--format", "ndjson").lines.count == 1)
  }

  @Test(arguments: [
    ("name,email\nx,y\n", Int32(1), "account"), ("", 1, "empty"),
    ("account\n\"open", 1, "never closed"), ("account,name\na\n", 3, ":2:"),
    ("account,name\n,x\n", 3, "account is empty"), ("account,shoe\na,b\n", 0, "shoe"),
    ("account,name,name\na,b,c\n", 1, "twice"),
    ("account,timezone\na,Mars/North\n", 0, "Mars/North"),
  ])
  func `a faulty accounts file says where`(csv: String, status: Int32, word: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(["accounts", "import", "-"], input: csv)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.diagnostics.contains(word), "\(outcome)")
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8, 0, 10, 10, 10], "zcat"), ([0x28, 0xB5, 0x2F, 0xFD, 10, 10], "zstdcat"),
      ([0xFF, 0xFE, 0x7B, 0, 10, 0], "iconv -f UTF-16"), (Array("PK\u{3}\u{4}\n".utf8), "unzip -p"),
      (Array("SQLite format 3\0\n\n\n\n".utf8), "--ledger"),
    ] as [([UInt8], String)])
  func `a file that is not text is refused once, and the others are imported`(
    bytes: [UInt8], remedy: String
  ) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("archive", bytes: bytes)
    let good = try sandbox.write("good.ndjson", PlayRecord.inGrace.archive)
    let outcome = try sandbox.run("import", file, good)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains(remedy), "\(outcome)")
    #expect(outcome.diagnostics.split(separator: "\n").count == 1, "\(outcome)")
    #expect(try sandbox.run("quarantine", "list", "--format", "ndjson").output.isEmpty)
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }
}
