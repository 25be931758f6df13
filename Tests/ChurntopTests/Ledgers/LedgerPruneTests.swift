import Foundation
import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct `churntop ledger prune` {
  private let sandbox: Sandbox
  private static let prune = ["ledger", "prune", "--payloads", "--before"]

  /// A ledger with one payload of October 2024 and two of November.
  init() throws {
    sandbox = try Sandbox()
    var records = PlayRecord.inGrace + [PlayRecord.active(1)]
    for place in records.indices {
      let record = records[place]
      records[place].started = record.started.replacing("2026-", with: "2024-")
      records[place].expires = record.expires.replacing("2026-", with: "2024-")
      records[place].received = record.received.replacing("2026-", with: "2024-")
    }
    let outcome = try sandbox.fill(records.archive)
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func run(_ date: String, _ more: String...) throws -> Outcome {
    try sandbox.run(Self.prune + [date] + more)
  }

  /// The output without the present, which goes on.
  private static func timeless(_ outcome: Outcome) -> [String] {
    outcome.lines.filter { !$0.contains("\"asOf\"") && !$0.contains("\"now\"") }
  }

  private var file: Data? { FileManager.default.contents(atPath: sandbox.file("ledger.sqlite")) }

  @Test func `says what went and who did it, and nothing else changes`() throws {
    let commands = [
      ["list", "--format", "json", "--as-of", "2024-11-03"], ["stats", "--format", "json"],
      ["metrics", "--format", "json"], ["events", "--format", "json"],
      ["explain", "acct-mei", "--as-of", "2024-11-03"],
    ]
    let before = try commands.map { try sandbox.run($0) }
    let done = try run("2024-11-01", "--yes", "--format", "json")
    let json = try done.json()
    #expect(json["payloads"].number == 1 && (json["bytes"].number ?? 0) > 100, "\(done)")
    #expect(json["before"].text == "2024-11-01T00:00:00Z")
    #expect(json["pruning"]["actor"].text == "mira")
    for (command, former) in zip(commands, before) {
      let now = try sandbox.run(command)
      #expect(former.status == 0 && now.status == 0, "\(command) \(former)")
      #expect(Self.timeless(former) == Self.timeless(now), "\(command) \(now)")
    }
    #expect(try sandbox.run("rebuild", "--check").status == 0)

    let status = try sandbox.run("ledger", "status").output
    #expect(status.contains("pruned       1 payload was pruned at "), "\(status)")
    #expect(status.contains(" by mira: those received before 2024-11-01"), "\(status)")
    let prunings = try sandbox.run("ledger", "status", "--format", "json").json()["prunings"]
    #expect(prunings.elements.map { $0["payloads"].number } == [1])
    let verify = try sandbox.run("verify")
    #expect(verify.status == 0 && verify.output.contains("1 payload was pruned"), "\(verify)")

    let again = try run("2024-11-01", "--yes")
    #expect(again.status == 0 && again.output.contains("nothing to prune"), "\(again)")
    let rest = try run("2024-12-01", "--yes", "--by", "Mei")
    #expect(rest.output.contains("2 payloads received before 2024-12-01"), "\(rest)")
    #expect(rest.output.contains("'churntop ledger compact' gives the room back"), "\(rest)")
    #expect(try sandbox.run("ledger", "status").output.contains(" by Mei: "))
  }

  @Test func `a dry run prints what would go, and changes no byte`() throws {
    let before = try #require(file)
    let text = try run("2024-11-01", "--dry-run")
    #expect(text.status == 0, "\(text)")
    #expect(text.output.contains(": 1 payloads received before 2024-11-01"), "\(text)")
    #expect(text.output.contains("would be pruned"), "\(text)")
    let json = try run("2024-11-01", "--dry-run", "--readonly", "--format", "json").json()
    #expect(json["payloads"].number == 1 && json["pruning"].isNull)
    #expect(file == before)
    let none = try run("2023-01-01", "--yes")
    #expect(none.status == 0 && none.output.contains("nothing to prune"), "\(none)")
  }

  @Test func `an export leaves out what is gone and says so, a backup has what is left`() throws {
    let whole = try sandbox.run("export")
    #expect(!whole.diagnostics.contains("pruned"))
    #expect(try run("2024-11-01", "--yes").status == 0)
    let left = try sandbox.run("export")
    #expect(left.status == 0 && left.lines == Array(whole.lines.dropFirst()), "\(left)")
    #expect(left.diagnostics.contains("Missing since they were pruned: 1 payload"), "\(left)")
    #expect(left.diagnostics.contains(" by mira: those received before 2024-11-01"), "\(left)")
    let copy = try sandbox.run("ledger", "copy", sandbox.file("ledger.sqlite"), "copy.sqlite")
    #expect(copy.status == 1 && copy.diagnostics.contains("churntop backup"), "\(copy)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("copy.sqlite")))
    let backup = sandbox.file("backup.sqlite")
    #expect(try sandbox.run("backup", backup).status == 0)
    let verify = try sandbox.run("verify", "--ledger", backup)
    #expect(verify.status == 0 && verify.output.contains("1 payload was pruned"), "\(verify)")
  }

  @Test func `asks first, and refuses what cannot be`() throws {
    let unasked = try run("2024-11-01")
    #expect(unasked.status == 2 && unasked.diagnostics.contains("Say --yes"), "\(unasked)")
    let future = try run("+1d", "--yes")
    #expect(future.status == 2 && future.diagnostics.contains("in the future"), "\(future)")
    let never = try run("someday", "--yes")
    #expect(never.status == 2 && never.diagnostics.contains("is not a time"), "\(never)")
    let vague = try sandbox.run("ledger", "prune", "--before", "2024-11-01", "--yes")
    #expect(vague.status == 2 && vague.diagnostics.contains("--payloads"), "\(vague)")
    let fixed = try run("2024-11-01", "--yes", "--readonly")
    #expect(fixed.status == 1, "\(fixed)")
    let server = try run("2024-11-01", "--yes", "--ledger", "service=none")
    #expect(server.status == 2 && server.diagnostics.contains("on a server"), "\(server)")
    let prunings = try sandbox.run("ledger", "status", "--format", "json").json()["prunings"]
    #expect(prunings.elements.isEmpty)
    #expect(try run("2024-11-01", "--dry-run").output.contains(": 1 payloads received before"))
  }
}
