import Foundation
import GRDB
import LedgerSQLite
import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct UpkeepCommandTests {
  @Test func `a sound ledger verifies and a rebuild finds nothing to change`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let verify = try sandbox.run("verify", "--format", "json")
    #expect(verify.status == 0, "\(verify)")
    #expect(try verify.json()["problems"].elements.isEmpty)
    let check = try sandbox.run("rebuild", "--check", "--format", "json")
    #expect(check.status == 0, "\(check)")
    #expect(try check.json()["differing"].elements.isEmpty)
    #expect(try sandbox.run("rebuild").status == 0)
  }

  @Test(arguments: [0o640, 0o600, 0o644, 0o440])
  func `a copy is readable by nobody who may not read the ledger`(mode: Int) throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let files = FileManager.default
    let ledger = sandbox.file("ledger.sqlite")
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: ledger)
    for (words, copy) in [
      (["backup"], sandbox.file("backup.sqlite")),
      (["ledger", "copy", ledger], sandbox.file("copy.sqlite")),
    ] {
      let outcome = try sandbox.run(words + [copy])
      #expect(outcome.status == 0, "\(outcome)")
      let found = try files.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
      let excess = (found ?? 0o777) & ~(mode & 0o640 | 0o600)
      #expect(excess == 0, "\(words): \(String(found ?? -1, radix: 8))")
      #expect(try sandbox.run("verify", "--ledger", copy).status == 0)
    }
  }

  @Test func `a ledger that a wrong clock moved ahead says so, agrees with itself and comes back`()
    throws
  {
    let sandbox = try Sandbox(PlayRecord.usual)
    let before = try sandbox.run("list", "--format", "csv")
    let ahead = MachineClock.now() + .days(400)
    let ledger = try SQLiteLedger(path: sandbox.file("ledger.sqlite"), policy: .standard)
    try ledger.advance(to: ahead)
    try ledger.close()
    let listed = try sandbox.run("list", "--format", "csv")
    #expect(listed.diagnostics.contains("churntop rebuild"), "\(listed)")
    #expect(listed.output != before.output)
    let page = try sandbox.run("list", "--format", "json").json()
    for row in page["items"].elements {
      let explained = try sandbox.run("explain", row["id"].text ?? "", "--format", "json").json()
      #expect(explained["asOf"].text == page["asOf"].text, "\(explained)")
    }
    #expect(try sandbox.run("rebuild").status == 0)
    let after = try sandbox.run("list", "--format", "csv")
    #expect(after.output == before.output)
    #expect(!after.diagnostics.contains("rebuild"), "\(after)")
  }

  @Test func `a file that is no ledger is said to be none, and stays as it is`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("ledger.sqlite", "this is no database, whatever its name says")
    for arguments in [["list"], ["verify"], ["import", "/dev/null"]] {
      let outcome = try sandbox.run(arguments)
      #expect(outcome.status == 1, "\(arguments): \(outcome)")
      #expect(outcome.diagnostics.contains("ledger.sqlite"))
    }
    let data = FileManager.default.contents(atPath: sandbox.file("ledger.sqlite")) ?? Data()
    #expect(String(decoding: data, as: UTF8.self).hasPrefix("this is no database"))
  }

  @Test func `an export to a full disk blames the disk and not the ledger`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let shell = try RunningProgram(
      "/bin/sh", ["-c", "exec \"$0\" export >/dev/full", Sandbox.program],
      environment: sandbox.environment, folder: sandbox.path, input: nil)
    let outcome = shell.finish()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains("no space left"), "\(outcome)")
  }

  @Test func `importing an export gives the same ledger`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    try sandbox.run("prompt", "note", "acct-3", "called, will pay")
    let archive = try sandbox.run("export")
    #expect(archive.status == 0)
    let path = try sandbox.write("archive.ndjson", archive.output)
    let before = try sandbox.run("list", "--as-of", "2026-11-03", "--format", "json")
    sandbox.environment["CHURNTOP_LEDGER"] = sandbox.file("copy.sqlite")
    let taken = try sandbox.run("import", path)
    #expect(taken.status == 0, "\(taken)")
    #expect(try sandbox.run("export").output == archive.output)
    #expect(
      try sandbox.run("list", "--as-of", "2026-11-03", "--format", "json").output
        == before.output)
  }

  @Test func `a backup is a ledger, and nothing is written over`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let copy = sandbox.file("copy.sqlite")
    #expect(try sandbox.run("backup", copy).status == 0)
    #expect(try sandbox.run("verify", "--ledger", copy).status == 0)
    #expect(try sandbox.run("list", "--ledger", copy, "--format", "ndjson").lines.count == 6)
    let again = try sandbox.run("backup", copy)
    #expect(again.status == 1)
    #expect(again.diagnostics.contains("exists"))
    let nowhere = try sandbox.run("backup", sandbox.file("no/such/copy.sqlite"))
    #expect(nowhere.status == 1)
    #expect(nowhere.diagnostics.contains("There is no folder"), "\(nowhere)")
    // An unset variable of a script is no name, and a name may have one character.
    let unnamed = try sandbox.run("backup", "")
    #expect(unnamed.status == 2 && unnamed.diagnostics.contains("empty"), "\(unnamed)")
    #expect(try sandbox.run("backup", "q").status == 0)
    #expect(try sandbox.run("list", "--ledger", "q", "--format", "ndjson").lines.count == 6)
  }

  @Test func `a ledger is no business of others on the machine`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    #expect(try sandbox.run("ledger", "init", "--ledger", "other.sqlite").status == 0)
    for name in ["ledger.sqlite", "other.sqlite"] {
      let found = try FileManager.default.attributesOfItem(atPath: sandbox.file(name))
      let mode = try #require(found[.posixPermissions] as? Int)
      #expect(mode & 0o007 == 0, "\(name): \(String(mode, radix: 8))")
    }
  }

  @Test func `a copy goes into no other ledger`() throws {
    let (sandbox, other) = (try Sandbox(PlayRecord.usual), try Sandbox())
    let records = PlayRecord.active(9)
    try #require(try other.fill([records].archive).status == 0)
    let before = try other.run("export").output
    let ledgers = ["ledger", "copy", sandbox.file("ledger.sqlite"), other.file("ledger.sqlite")]
    let refused = try sandbox.run(ledgers)
    #expect(refused.status == 1 && refused.diagnostics.contains("another ledger"), "\(refused)")
    #expect(try other.run("export").output == before)
    let copy = ["ledger", "copy", sandbox.file("ledger.sqlite"), "copy.sqlite"]
    for _ in 0..<2 { #expect(try sandbox.run(copy).status == 0) }
    let erase = ["erase", "acct-mei", "--yes"]
    #expect(try sandbox.run(erase).status == 0)
    let kept = try sandbox.run(copy)
    #expect(kept.status == 1 && kept.diagnostics.contains("was erased from"), "\(kept)")
    #expect(try sandbox.run(erase + ["--ledger", "copy.sqlite"]).status == 0)
    let same = try sandbox.run(copy)
    #expect(same.status == 0 && same.output.contains("are the same in both"), "\(same)")
    sandbox.environment["CHURNTOP_READONLY"] = "1"
    let closed = try sandbox.run(copy.dropLast() + ["closed/copy.sqlite"])
    #expect(closed.status == 1 && closed.diagnostics.contains("CHURNTOP_READONLY"), "\(closed)")
    #expect(!sandbox.names(in: "").contains("closed"))
  }

  @Test func `an erasure asks, and without a terminal wants to be told`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let refused = try sandbox.run("erase", "acct-mei")
    #expect(refused.status == 2)
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 6)
    let people = "account,email\nacct-mei,mei@example.com\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: people).status == 0)
    let other = try sandbox.run("erase", "mei@example.com", "--yes")
    #expect(other.status == 4 && other.diagnostics.contains("acct-mei"), "\(other)")
    let done = try sandbox.run("erase", "acct-mei", "--yes")
    #expect(done.status == 0, "\(done)")
    #expect(try sandbox.run("show", "acct-mei").status == 4)
    #expect(!(try sandbox.run("export").output.contains("acct-mei")))
    #expect(try sandbox.run("erase", "acct-mei", "--yes").status == 4)
    #expect(try sandbox.run("verify").status == 0)
    #expect(try sandbox.run("rebuild", "--check").status == 0)
  }

  @Test func `an erasure that was cut off is finished by erasing again`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let erase = ["erase", "acct-mei", "--yes"]
    #expect(try sandbox.run(erase).status == 0)
    let file = try DatabaseQueue(path: sandbox.file("ledger.sqlite"))
    try file.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO meta (name, value) VALUES ('erasing', 1)")
    }
    try file.close()
    let advised = try sandbox.run("doctor", "--format", "json")
    #expect(advised.status == 3 && advised.output.contains("'churntop ledger compact'"))
    #expect(!advised.output.contains("Keep a copy"))
    let again = try sandbox.run(erase)
    #expect(again.status == 0, "\(again)")
    #expect(
      again.lines == [
        "what an erasure before removed is overwritten now",
        "the ledger has nothing more of 'acct-mei'",
      ])
    #expect(try sandbox.run("verify").status == 0)
    #expect(try sandbox.run(erase).status == 4)
  }

  @Test func `read-only reads and never writes`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let path = sandbox.file("ledger.sqlite")
    let before = FileManager.default.contents(atPath: path)
    for arguments in [["list"], ["stats"], ["show", "acct-mei"], ["events"], ["verify"]] {
      let outcome = try sandbox.run(arguments + ["--readonly"])
      #expect(outcome.status == 0, "\(arguments): \(outcome)")
    }
    let more = try sandbox.write("more.ndjson", PlayRecord.active(9).line)
    #expect(try sandbox.run("import", more, "--readonly").status == 1)
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test func `what was refused can be looked at, taken in again and dropped`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let other = "{\"something\": \"else\"}\n"
    try sandbox.run(["import", "-", "--bundle", "com.example.reader"], input: other + other)
    let list = try sandbox.run("quarantine", "list", "--format", "json").json()
    #expect(list["total"].number == 1)
    let number = try #require(list["items"][0]["number"].number)
    let shown = try sandbox.run("quarantine", "show", "\(number)", "--raw")
    #expect(shown.output.contains("something"))
    let retry = try sandbox.run("quarantine", "retry", "--format", "json")
    #expect(retry.status == 3)
    #expect(try retry.json()["refused"].number == 1)
    #expect(try sandbox.run("quarantine", "drop", "\(number)").status == 0)
    #expect(try sandbox.run("quarantine", "drop", "\(number)").status == 4)
    let gone = try sandbox.run("quarantine", "show", "\(number)")
    #expect(gone.status == 4)
    #expect(gone.diagnostics.contains("See 'churntop quarantine list'"), "\(gone)")
    #expect(try sandbox.run("quarantine", "list", "--format", "ndjson").output.isEmpty)
  }

  @Test func `what is taken in after a fix leaves the quarantine`() throws {
    let sandbox = try Sandbox()
    let line = PlayRecord.active(1).line
    try sandbox.run(["import", "-", "--bundle", "com.example.other"], input: line)
    #expect(try sandbox.run("quarantine", "list", "--format", "ndjson").lines.count == 1)
    let retry = try sandbox.run("quarantine", "retry")
    #expect(retry.status == 0, "\(retry)")
    #expect(try sandbox.run("quarantine", "list", "--format", "ndjson").output.isEmpty)
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }

  @Test func `statistics give every share with its numerator and denominator`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let stats = try sandbox.run("stats", "--as-of", "2026-11-02", "--format", "json").json()
    #expect(stats["total"].number == 6)
    let grace = stats["states"].elements.first { $0["state"].text == "grace" }
    #expect(grace?["count"]["numerator"].number == 1)
    #expect(grace?["count"]["denominator"].number == 6)
    #expect(grace?["mrr"][0]["amount"].text == "480.00")
    for window in stats["recovery"].elements {
      for key in ["recovered", "recoveredInGrace", "recoveredInHold", "ranOut", "open"] {
        #expect(window[key].keys == ["denominator", "numerator"])
      }
    }
    #expect(stats["states"].elements.count == 11)
    let csv = try sandbox.run("stats", "--format", "csv").output
    #expect(csv.hasPrefix("section,figure,numerator,denominator,mrr,mrrReport\r\n"))
  }
}
