import Dashboard
import EventLedger
import Foundation
import OwnThreads
import SubscriptionCore
import Testing
import VirtualTerminal

@testable import churntop

@Suite(.ownThread, .serialized) struct UndoStoreTests {
  private let now = Timestamp(milliseconds: 1_763_660_520_000)

  private func kept(
    _ sandbox: Sandbox, _ ledger: String = "a.sqlite", actor: String = "mira"
  ) throws -> UndoStore {
    let path = sandbox.file(ledger)
    if !FileManager.default.fileExists(atPath: path) { try sandbox.write(ledger, "") }
    return UndoStore(
      stateFolder: sandbox.file("state"), ledger: LedgerAddress(path), actor: actor,
      span: .minutes(10))
  }

  private func note(_ ids: [SubscriptionID] = ["as_1", "as_2"]) -> OperatorAction {
    OperatorAction(.noted, of: ids, at: now, text: "called about her card")
  }

  @Test func `what was recorded is found again, in its ledger only, without the words of a note`()
    throws
  {
    let sandbox = try Sandbox()
    try kept(sandbox).keep(note(), ["e1", "e2"], now: now)
    let expected = UndoJournal.Entry(.noted, of: ["as_1", "as_2"], events: ["e1", "e2"], at: now)
    #expect(try kept(sandbox).read(now: now).journal.entries == [expected])
    #expect(try kept(sandbox, "b.sqlite").read(now: now).journal.entries == [])
    let path = sandbox.file("state/undo.toml")
    #expect(!(try String(contentsOfFile: path, encoding: .utf8)).contains("card"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test(arguments: [(9, 1), (10, 1), (11, 0), (-5, 1)])
  func `what is too old is not offered, and a clock set back does not make it last`(
    minutes: Int, count: Int
  ) throws {
    let sandbox = try Sandbox()
    try kept(sandbox).keep(note(), ["e1", "e2"], now: now)
    let later = now + .minutes(minutes)
    let entries = try kept(sandbox).read(now: later).journal.entries
    #expect(entries.count == count)
    #expect(entries.allSatisfy { $0.at <= later })
  }

  @Test func `two dashboards keep what both record, and a turn back of either`() throws {
    let sandbox = try Sandbox()
    let (one, other) = (try kept(sandbox), try kept(sandbox))
    try one.keep(note(["as_1"]), ["e1"], now: now)
    try other.keep(note(["as_2"]), ["e2"], now: now + .seconds(1))
    var undo = OperatorAction(.undone, of: ["as_1"], at: now)
    (undo.undoes, undo.reversal) = (["e1"], .undo)
    try one.keep(undo, ["u1"], now: now + .seconds(2))
    let entries = try kept(sandbox).read(now: now + .seconds(3)).journal.entries
    #expect(entries.map(\.events) == [["e2"], ["e1"]])
    #expect(entries.map(\.undoings) == [[], ["u1"]])
  }

  @Test func `under one account of the machine each takes back the own actions only`() throws {
    let sandbox = try Sandbox()
    try kept(sandbox).keep(note(["as_1"]), ["e1"], now: now)
    try kept(sandbox, actor: "jo").keep(note(["as_2"]), ["e2"], now: now + .seconds(1))
    let mine = try kept(sandbox).read(now: now + .seconds(2)).journal
    let others = try kept(sandbox, actor: "jo").read(now: now + .seconds(2)).journal
    #expect(mine.entries.map(\.events) == [["e1"]])
    #expect(others.entries.map(\.events) == [["e2"]])
  }

  @Test func `many at once lose nothing`() async throws {
    let sandbox = try Sandbox()
    let kept = try kept(sandbox)
    try kept.keep(note(["as_0"]), ["e0"], now: now)
    let now = now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          let action = OperatorAction(.claimed, of: [SubscriptionID("as_\(number)")], at: now)
          try kept.keep(action, [EventID("e\(number)")], now: now)
        }
      }
      try await group.waitForAll()
    }
    #expect(kept.read(now: now).journal.entries.count == 21)
  }

  @Test(arguments: [
    "undo", "", "version = \"1\"\n", "version = 1\nledgers = 3\n",
    "version = 1\n[ledgers]\n\"/a\" = [{kind = 1}]\n",
  ])
  func `a damaged file is told of and written anew`(text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("state")
    try sandbox.write("state/undo.toml", text)
    let found = try kept(sandbox).read(now: now)
    #expect(found.journal.entries == [])
    #expect(found.problem?.contains("undo.toml cannot be read") == true)
    #expect(found.problem?.contains("churntop prompt undo") == true)
    try kept(sandbox).keep(note(), ["e1", "e2"], now: now)
    #expect(try kept(sandbox).read(now: now).journal.entries.count == 1)
  }

  @Test(arguments: [
    ("flown", "2025-11-20T17:42:00Z", "[\"e\"]"), ("noted", "yesterday", "[\"e\"]"),
    ("noted", "2025-11-20T17:42:00Z", "[]"), ("renewed", "2025-11-20T17:42:00Z", "[\"e\"]"),
  ])
  func `an entry that this build does not understand is left out`(
    kind: String, at: String, events: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("state")
    let undo = try kept(sandbox)
    let path = URL(fileURLWithPath: sandbox.file("a.sqlite")).resolvingSymlinksInPath().path
    try sandbox.write(
      "state/undo.toml",
      """
      version = 1
      [[ledgers."\(path)"]]
      kind = "\(kind)"
      by = "mira"
      at = "\(at)"
      subscriptions = ["as_1"]
      events = \(events)
      [[ledgers."\(path)"]]
      kind = "claimed"
      by = "mira"
      at = "2025-11-20T17:42:00Z"
      subscriptions = ["as_2"]
      events = ["e2"]
      """)
    let found = undo.read(now: now)
    #expect(found.problem == nil)
    #expect(found.journal.entries.map(\.events) == [["e2"]])
  }

  @Test func `a file of a later version is left alone`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("state")
    let text = "version = 2\nwhat = \"ever\"\n"
    try sandbox.write("state/undo.toml", text)
    #expect(try kept(sandbox).read(now: now).problem?.contains("later version") == true)
    try kept(sandbox).keep(note(), ["e1", "e2"], now: now)
    let after = try String(contentsOfFile: sandbox.file("state/undo.toml"), encoding: .utf8)
    #expect(after == text)
  }

  @Test func `the real program takes back what it recorded before it was killed`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let first = try TerminalSession(sandbox)
    try #require(first.sees("States"), "\(first.terminal.text)")
    first.terminal.type("2")
    try #require(first.sees("acct-mei"), "\(first.terminal.text)")
    first.terminal.type("C")
    try #require(first.sees("u undoes for 10 min"), "\(first.terminal.text)")
    first.terminal.type("y")
    try #require(first.sees("Recorded:"), "\(first.terminal.text)")
    first.terminal.signal(SIGKILL)
    _ = first.terminal.waitForEnd()
    let second = try TerminalSession(sandbox)
    try #require(second.sees("u undo"), "\(second.terminal.text)")
    second.terminal.type("u")
    #expect(second.sees("left of 10 min"), "\(second.terminal.text)")
    second.terminal.type("y")
    #expect(second.sees("Recorded: the claim"), "\(second.terminal.text)")
    second.terminal.type("Q")
    #expect(second.terminal.waitForEnd() == .exited(0))
    let shown = try sandbox.run("list", "--filter", "claimed:any", "--format", "ndjson")
    #expect(shown.status == 0)
    #expect(shown.lines.isEmpty, "\(shown)")
  }
}
