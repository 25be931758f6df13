import EventLedger
import Glibc
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@Suite struct ImportFileTests {
  private let now = SimulatedWorld.defaultStart
  private let folder = TemporaryFolder()

  private func intake() -> Intake {
    Intake(ledger: MemoryLedger(policy: .standard), trust: TrustPolicy())
  }

  /// An action record, the smallest document there is.
  private func note(_ number: Int) -> String {
    """
    {"action":{"kind":"noted","subscription":"as_\(number)","at":"2026-11-01T00:00:00Z",\
    "recordedAt":"2026-11-01T00:00:0\(number % 10)Z","source":"operator","actor":"mika",\
    "text":"note \(number)"}}
    """
  }

  @Test func `entries keep the order of the file, refusals name their line, and the rest goes on`()
    async throws
  {
    let lines = [
      note(1), "{\"not\": \"known\"}", note(2), "", "broken {", note(3), "{\"action\":", note(1),
      note(4),
    ]
    let path = folder.write("\u{FEFF}" + lines.joined(separator: "\r\n"))
    let intake = intake()
    let report = try await intake.importFile(path, now: now)
    #expect(report.read == 8)
    #expect(report.stored == 4)
    #expect(report.duplicate == 1)
    #expect(report.refused == 3)
    #expect(report.subscriptions == 4)
    #expect(report.refusals.map(\.line) == [2, 5, 7])
    #expect(report.refusals.allSatisfy { $0.file == path && !$0.reason.isEmpty })
    var order: [SubscriptionID] = []
    try intake.ledger.forEachEntry(after: 0) { order += $1.events.map(\.subscription) }
    #expect(order == ["as_1", "as_2", "as_3", "as_4"])
    #expect(try intake.ledger.refusedCount() == 3)
  }

  @Test func `a long file is stored whole and in order, batch by batch`() async throws {
    let count = 12_345
    let path = folder.write((1...count).map(note).joined(separator: "\n"))
    let intake = intake()
    let seen = Mutex<[ImportProgress]>([])
    let ticks = Mutex(0)
    let report = try await intake.importFile(
      path, now: now,
      stopwatch: {
        ticks.withLock { ticks in
          ticks += 3
          return .seconds(ticks)
        }
      },
      progress: { progress in seen.withLock { $0.append(progress) } })
    #expect(report.stored == count)
    #expect(report.elapsed == .seconds(3))
    var next = 1
    try intake.ledger.forEachEntry(after: 0) {
      #expect($1.events.map(\.subscription) == [SubscriptionID("as_\(next)")])
      next += 1
    }
    let progress = seen.withLock(\.self)
    #expect(progress.count > 1)
    #expect(progress.map(\.bytesDone) == progress.map(\.bytesDone).sorted())
    #expect(progress.last?.bytesDone == progress.last?.bytesTotal)
    #expect(progress.last?.read == count)
  }

  @Test(arguments: ["", " \n\r\n", "\u{FEFF}", "[]", "[\n]"])
  func `an empty input is nothing, not an error`(_ text: String) async throws {
    let report = try await intake().importFile(folder.write(text), now: now)
    #expect(report == ImportReport())
  }

  @Test func `what cannot be read says what to do`() async throws {
    let intake = intake()
    let path = folder.path
    await #expect(throws: ImportError.directory(path: path)) {
      try await intake.importFile(path, now: now)
    }
    await #expect(throws: ImportError.missing(path: "\(path)/none")) {
      try await intake.importFile("\(path)/none", now: now)
    }
    guard geteuid() != 0 else { return }
    let secret = folder.write(note(1), as: "secret")
    chmod(secret, 0)
    await #expect(throws: ImportError.notPermitted(path: secret)) {
      try await intake.importFile(secret, now: now)
    }
  }

  @Test func `a pipe is read to its end`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Array((note(1) + "\n" + note(2)).utf8)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let report = try await intake().importDescriptor(ends[0], named: "standard input", now: now)
    close(ends[0])
    #expect(report.stored == 2)
  }

  @Test func `a pipe that stays open is stored message by message`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    let (progress, tell) = AsyncStream<Int>.makeStream()
    let (intake, now) = (intake(), now)
    async let report = intake.importDescriptor(
      input, named: "standard input", now: now, progress: { tell.yield($0.read) })
    var stored = progress.makeAsyncIterator()
    for number in 1...3 {
      let bytes = Array((note(number) + "\n").utf8)
      #expect(write(output, bytes, bytes.count) == bytes.count)
      // The writer waits for this message before it sends the next one.
      #expect(await stored.next() == number)
      #expect(try intake.ledger.lastPosition() == Int64(number))
    }
    close(output)
    #expect(try await report.stored == 3)
    close(input)
  }

  @Test func `a full disk keeps whole batches, and counts and says so`() async throws {
    let path = folder.write((1...25_000).map(note).joined(separator: "\n"))
    let ledger = FaultyLedger(room: 15_000)
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    let report = try await intake.importFile(path, now: now)
    #expect(report.failure == .ledger(.full(location: "/ledger")))
    let stored = try ledger.lastPosition()
    #expect(stored > 0 && stored <= 15_000)
    #expect(report.stored == Int(stored) && report.read == Int(stored))
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `a server that restarts is waited for, and what it took is counted once`()
    async throws
  {
    let path = folder.write((1...2_500).map(note).joined(separator: "\n"))
    let tries = Mutex(0)
    let ledger = FaultyLedger(admits: { (_) throws(LedgerError) in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      if number == 2 { throw .unavailable(location: "/ledger", detail: "it is starting up") }
    })
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    let report = try await intake.importFile(path, now: now)
    #expect(report.failure == nil && report.stored == 2_500 && report.duplicate == 0)
    #expect(try ledger.lastPosition() == 2_500)
  }

  @Test func `a line of forty megabytes is refused and the rest goes on`() async throws {
    let long =
      Array(#"{"password":"SECRET","a":""#.utf8) + [UInt8](repeating: 120, count: 40 << 20)
    let path = folder.write(Array((note(1) + "\n").utf8) + long + Array(("\n" + note(2)).utf8))
    let intake = intake()
    let report = try await intake.importFile(path, now: now)
    #expect(report.stored == 2)
    #expect(report.refusals.map(\.line) == [2])
    #expect(report.refusals.first?.reason.contains("16 MiB") == true)
    let kept = try #require(try intake.ledger.refused(after: 0, limit: 1).first?.raw)
    #expect(kept.count == 4 << 10)
    #expect(!String(decoding: kept, as: UTF8.self).contains("SECRET"))
    let retried = try intake.retryQuarantine(now: now)
    #expect(retried.refused == 1 && retried.refusals == report.refusals)
    #expect(try intake.ledger.refusedCount() == 1)
  }

  @Test func `invalid bytes of every kind are refused or harmless, never fatal`() async throws {
    let noise: [[UInt8]] = [
      [0xC0, 0x80], [0xFF, 0xFE, 0x7B, 0x00], Array("{\"a\":\"\u{202E}\u{1B}[31m\"}".utf8),
      Array("{\"signedPayload\":\"a.b.c\"}".utf8), Array("{\"signedPayload\":17}".utf8),
      Array("{\"a\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8), Array("eyJ.eyJ.".utf8),
      [UInt8](repeating: UInt8(ascii: "["), count: 5_000),
      Array(String(repeating: "{\"a\":", count: 5_000).utf8), [0],
    ]
    let lines = noise.map { $0 + [10] }.joined()
    let path = folder.write(Array(lines) + Array(note(1).utf8))
    let report = try await intake().importFile(path, now: now)
    #expect(report.stored == 1)
    #expect(report.refused == report.read - 1)
    #expect(report.refused >= noise.count - 1)
  }

  @Test func `a report lists the first thousand refusals and counts the rest`() async throws {
    let text = (0..<1_200).map { "{\"n\":\($0)}" }.joined(separator: "\n")
    let report = try await intake().importFile(folder.write(text), now: now)
    #expect(report.refused == 1_200)
    #expect(report.refusals.count == ImportReport.refusalsMax)
    #expect(report.refusals.map(\.line) == Array(1...1_000))
  }
}
