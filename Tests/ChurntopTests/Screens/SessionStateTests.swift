import Dashboard
import EventLedger
import Foundation
import OwnThreads
import SubscriptionCore
import TerminalUI
import Testing
import VirtualTerminal

@testable import churntop

@Suite(.ownThread) struct SessionStateTests {
  private let view = SavedView(name: "it's \"b\"", filter: "state:hold", columns: [.id])

  private let left = Timestamp(seconds: 1_763_629_200)

  private func memory() -> DashboardMemory {
    var memory = DashboardMemory()
    memory.lists[.subscribers] = .init(
      sort: .init(.mrr, descending: true), columns: [.id, .since], zoom: .hours6,
      cursor: .init(section: 0, id: SubscriptionID("app:1")))
    memory.lists[.due] = .init(
      sort: .init(.promptDue), showsSide: true,
      cursor: .init(section: 1, id: SubscriptionID("app:2")))
    memory.views[view] = .init(sort: .init(.losesAccess))
    memory.filters = ["state:grace", "plan:P1M \"x\""]
    var counts = PastDays.Counts(seenAt: left)
    for event in PastDays.Event.allCases { counts[event] = 7 * event.rawValue }
    memory.pastDays = PastDays([CivilDate(left).adding(days: -3): counts])
    return memory
  }

  private func places(_ sandbox: Sandbox, _ ledger: String = "a.sqlite") throws -> SessionState {
    let path = sandbox.file(ledger)
    if !FileManager.default.fileExists(atPath: path) { try sandbox.write(ledger, "") }
    return SessionState(
      stateFolder: sandbox.file("state"), ledger: LedgerAddress(path), views: [view])
  }

  @Test func `what is kept is found again, for its owner only, and for its ledger only`() throws {
    let sandbox = try Sandbox()
    try places(sandbox).keep(memory(), leftAt: left)
    #expect(try places(sandbox).memory == memory())
    #expect(try places(sandbox).lastVisit == left)
    #expect(try places(sandbox, "b.sqlite").lastVisit == nil)
    #expect(try places(sandbox, "b.sqlite").memory == DashboardMemory())
    var other = DashboardMemory()
    other.filters = ["state:paused"]
    try places(sandbox, "b.sqlite").keep(other, leftAt: left)
    #expect(try places(sandbox).memory == memory())
    #expect(try places(sandbox, "b.sqlite").memory == other)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: sandbox.file("state/places.toml"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `a ledger that is gone is forgotten, and a view that says something else`() throws {
    let sandbox = try Sandbox()
    try places(sandbox).keep(memory(), leftAt: left)
    try FileManager.default.removeItem(atPath: sandbox.file("a.sqlite"))
    try places(sandbox, "b.sqlite").keep(memory(), leftAt: left)
    #expect(try places(sandbox).memory == DashboardMemory())
    var changed = view
    changed.filter = "state:grace"
    let found = SessionState(
      stateFolder: sandbox.file("state"), ledger: LedgerAddress(sandbox.file("b.sqlite")),
      views: [changed])
    #expect(found.memory.views == [:])
    #expect(found.memory.lists == memory().lists)
  }

  @Test(arguments: ["ver", "version = 1\nledgers = 3\n", "", "version = \"1\"\n"])
  func `a damaged file is told of and written anew`(text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("state")
    try sandbox.write("state/places.toml", text)
    let found = try places(sandbox)
    #expect(found.problem?.contains("cannot be read") == true)
    try found.keep(memory(), leftAt: left)
    #expect(try places(sandbox).memory == memory())
  }

  @Test func `the latest days are kept, and a line that nobody wrote is left out`() {
    let days = (0..<500).map { CivilDate(left).adding(days: -$0) }
    let counts = PastDays.Counts(seenAt: left)
    let lines = PastDays(Dictionary(uniqueKeysWithValues: days.map { ($0, counts) })).lines
    #expect(lines.count == 400 && lines.last == "2025-11-20 2025-11-20T09:00:00Z 0 0 0 0 0")
    let read = PastDays(lines: lines.suffix(2) + ["", "2025-11-18 x 0 0 0 0 0", "a b c"])
    #expect(read.days.keys.sorted() == [days[1], days[0]])
  }

  @Test func `a file of a later version is left alone`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("state")
    let text = "version = 2\nwhat = \"ever\"\n"
    try sandbox.write("state/places.toml", text)
    let found = try places(sandbox)
    #expect(found.problem?.contains("later version") == true)
    try found.keep(memory(), leftAt: left)
    let after = try String(contentsOfFile: sandbox.file("state/places.toml"), encoding: .utf8)
    #expect(after == text)
  }

  @Test func `the real program finds its list as it was left, and a demo leaves nothing`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let file = sandbox.file(".local/state/churntop/places.toml")
    let demo = try TerminalSession(sandbox, ["demo", "--subscribers", "50"])
    try #require(demo.sees("DEMO"), "\(demo.terminal.text)")
    demo.terminal.type("2jQ")
    #expect(demo.terminal.waitForEnd() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: file))
    let first = try TerminalSession(sandbox)
    try #require(first.sees("States"), "\(first.terminal.text)")
    first.terminal.type("2")
    try #require(first.sees("sort loses"), "\(first.terminal.text)")
    first.terminal.type(">")
    try #require(first.sees("sort mrr"), "\(first.terminal.text)")
    first.terminal.type("Q")
    #expect(first.terminal.waitForEnd() == .exited(0))
    #expect(FileManager.default.fileExists(atPath: file))
    let second = try TerminalSession(sandbox)
    try #require(second.sees("States"))
    second.terminal.type("2")
    #expect(second.sees("sort mrr"), "\(second.terminal.text)")
    second.terminal.type("Q")
    #expect(second.terminal.waitForEnd() == .exited(0))
  }

  @Test func `the real program announces what happened in a long absence`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let first = try TerminalSession(sandbox)
    try #require(first.sees("States"), "\(first.terminal.text)")
    first.terminal.type("Q")
    #expect(first.terminal.waitForEnd() == .exited(0))
    let name = ".local/state/churntop/places.toml"
    let text = try String(contentsOfFile: sandbox.file(name), encoding: .utf8)
    let older = text.replacing(/left = "[^"]*"/, with: "left = \"2020-01-01T00:00:00Z\"")
    try #require(older != text)
    try sandbox.write(name, older)
    let second = try TerminalSession(sandbox)
    #expect(second.sees("Since 1 Jan 2020 00:00Z: 1 failed"), "\(second.terminal.text)")
    second.terminal.type("D")
    #expect(second.sees("Digest as of"), "\(second.terminal.text)")
    second.terminal.type("DQ")
    #expect(second.terminal.waitForEnd() == .exited(0))
  }
}
