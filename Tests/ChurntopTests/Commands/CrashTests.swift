import Foundation
import OwnThreads
import Testing

/// What a ledger is worth when the program is killed, or runs twice.
@Suite(.ownThread) struct CrashTests {
  @Test func `an import killed at any instant leaves whole entries and a rebuild that agrees`()
    throws
  {
    let sandbox = try Sandbox()
    let records = (1...2400).map(PlayRecord.active)
    let archive = try sandbox.write("a.ndjson", records.archive)
    var stored = 0
    var killed = 0
    for round in 0..<8 {
      let some = try sandbox.write(
        "\(round).ndjson", Array(records[(300 * round)..<(300 * (round + 1))]).archive)
      let bytes = sandbox.bytes()
      let running = try sandbox.start(["import", some])
      // It has begun to write, the first time what a new ledger consists of.
      try #require(sandbox.waits { sandbox.bytes() > bytes + 20_000 })
      usleep(UInt32(round * 3_000))
      running.signal(SIGKILL)
      if running.finish().status == 128 + SIGKILL { killed += 1 }
      let verify = try sandbox.run("verify")
      #expect(verify.status == 0, "round \(round): \(verify)")
      let check = try sandbox.run("rebuild", "--check")
      #expect(check.status == 0, "round \(round): \(check)")
      let lines = try sandbox.run("export").lines.count
      #expect(lines >= stored)
      stored = lines
    }
    #expect(killed > 0)
    #expect(try sandbox.run("import", archive).status == 0)
    #expect(try sandbox.run("export").lines.count == records.count)
  }

  @Test func `two imports at once store everything once`() throws {
    let sandbox = try Sandbox()
    let one = try sandbox.write("1.ndjson", (1...600).map(PlayRecord.active).archive)
    let two = try sandbox.write("2.ndjson", (300...900).map(PlayRecord.active).archive)
    let first = try sandbox.start(["import", one, "--format", "json"])
    let second = try sandbox.start(["import", two, "--format", "json"])
    let outcomes = [first.finish(), second.finish()]
    for outcome in outcomes { #expect(outcome.status == 0, "\(outcome)") }
    let stored = try outcomes.map { try $0.json()["stored"].number ?? 0 }.reduce(0, +)
    #expect(stored == 900)
    #expect(
      try sandbox.run("list", "--format", "json", "--limit", "1").json()["total"].number == 900)
    #expect(try sandbox.run("verify").status == 0)
    #expect(try sandbox.run("rebuild", "--check").status == 0)
  }

  @Test func `an interrupted import ends by its signal and keeps whole entries`() throws {
    let sandbox = try Sandbox()
    // A pipe that stays open, so that the import is still at work when the signal comes.
    let pipe = sandbox.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(end >= 0)
    defer { close(end) }
    var rest = Array((1...4000).map(PlayRecord.active).archive.utf8)[...]
    let running = try sandbox.start(["import", pipe])
    try #require(
      sandbox.waits {
        let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(max(0, count))
        return sandbox.bytes() > 600_000
      })
    running.signal(SIGTERM)
    let outcome = running.finish()
    #expect(outcome.status == 128 + SIGTERM, "\(outcome)")
    #expect(try sandbox.run("verify").status == 0)
  }
}
