import ConfigurationFiles
import EventLedger
import Foundation
import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@testable import churntop

/// A ledger that may not be written: what it answers, and what is said of it.
@Suite(.ownThread) struct ReadOnlyTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let records = PlayRecord.inGrace.archive
    let file = try sandbox.write("play.ndjson", records)
    let outcome = try sandbox.run("import", file)
    try #require(outcome.status == 0, "\(outcome)")
    return sandbox
  }

  @Test func `a file without permission to write opens read-only by itself`() throws {
    let sandbox = try sandbox()
    var dependencies = Dependencies.current
    (dependencies.environment, dependencies.user) = (sandbox.environment, "nobody")
    dependencies.mayWrite = { _ in false }
    var session = try Session(CommonValues(), dependencies: dependencies)
    #expect(session.readOnlyCause == .permission(user: "nobody"))
    _ = try session.view()
    #expect(session.permissionNote?.contains("nobody has no permission to write it") == true)
    let refusal = #expect(throws: CommandError.self) { _ = try session.open(.writing) }
    let words = try #require(refusal?.lines.first)
    #expect(words.contains("nobody has no permission to write it. Ask its owner"), "\(words)")
    #expect(!words.contains("--readonly"), "\(words)")
  }

  @Test func `a refusal names the option only where it was given`() throws {
    let sandbox = try sandbox()
    let id = try #require(try sandbox.run("list", "--format", "json").json()["items"][0]["id"].text)
    let option = try sandbox.run("prompt", "snooze", id, "--for", "2d", "--readonly")
    #expect(option.status == 1, "\(option)")
    #expect(option.diagnostics.contains("set by --readonly. Leave out --readonly."), "\(option)")
    sandbox.environment["CHURNTOP_READONLY"] = "1"
    let variable = try sandbox.run("prompt", "snooze", id, "--for", "2d")
    #expect(variable.status == 1, "\(variable)")
    #expect(variable.diagnostics.contains("set by $CHURNTOP_READONLY"), "\(variable)")
  }

  @Test(arguments: [LedgerError.busy(location: "/l"), .full(location: "/l")])
  func `a command that reads says how it can where nothing can be written`(
    _ error: LedgerError
  ) throws {
    let words = try #require(Session.errorOfReading(error) as? CommandError)
    #expect(words.lines == ["\(error) Until then --readonly reads it as it is."])
    #expect(words.status == .failed)
  }

  @Test func `a file in a folder of one's own may be written, and none that is missing`() throws {
    let folder = NSTemporaryDirectory() + "may-write-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/ledger.sqlite"
    try Data().write(to: URL(filePath: file))
    #expect(LedgerLocation.mayWrite(file))
    #expect(!LedgerLocation.mayWrite(folder + "/missing"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may look into every folder"))
  func `a ledger in a folder that is closed to one is not said to be missing`() throws {
    let folder = NSTemporaryDirectory() + "closed-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o600])
    defer { try? files.removeItem(atPath: folder) }
    #expect(LedgerLocation.closedFolder(above: folder + "/ledger.sqlite") == folder)
    #expect(LedgerLocation.closedFolder(above: folder + "/a/ledger.sqlite") == folder)
    #expect(LedgerLocation.closedFolder(above: folder) == nil)
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("stats", "--ledger", folder + "/ledger.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("has no permission to look into \(folder)"), "\(outcome)")
  }

  @Test func `every command answers as of one instant, and says so`() throws {
    let sandbox = try sandbox()
    let plain = try sandbox.run("stats", "--readonly")
    #expect(plain.status == 0, "\(plain)")
    let stats = try sandbox.run("stats", "--readonly", "--format", "json").json()
    let list = try sandbox.run("list", "--readonly", "--format", "json").json()
    #expect(stats["asOf"].text != nil)
    #expect(try #require(stats["asOf"].text) <= #require(list["asOf"].text))
  }

  @Test func `figures name the stores' last events`() throws {
    let sandbox = try sandbox()
    let text = try sandbox.run("stats").output
    #expect(text.contains("Google Play com.example"), "\(text)")
    #expect(text.contains("last event 20"), "\(text)")
    #expect(text.contains("silent for too long"), "\(text)")
    sandbox.environment["CHURNTOP_STALE"] = "40000d"
    #expect(try !sandbox.run("stats").output.contains("silent for too long"))
    let feed = try sandbox.run("stats", "--format", "json").json()["data"]["feeds"][0]
    #expect(feed["store"].text == "google-play")
    #expect(feed["lastEventAt"].text?.hasSuffix("Z") == true)
    sandbox.environment["CHURNTOP_STALE"] = "soon"
    let wrong = try sandbox.run("stats")
    #expect(wrong.status == 2 && wrong.diagnostics.contains("'soon' is not auto"), "\(wrong)")
  }
}
