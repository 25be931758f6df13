import EventLedger
import Glibc
import LedgerContract
import StorePayloads
import SubscriptionCore
import Synchronization
import Testing

@testable import Intake

@Suite struct CommitQueueTests {
  private static let now: Timestamp = Timestamp(seconds: 1_800_000_000)

  /// A note, whose words tell deliveries apart.
  private static func note(_ index: Int) -> IngestBatch {
    IngestBatch([
      ActionRecord(
        kind: .noted, subscription: SubscriptionID("as_\(index % 7)"), at: now, recordedAt: now,
        action: SubscriptionEvent.Action(actor: "test", text: "note \(index)"))
    ])
  }

  /// A document that is refused.
  private static func refused(_ index: Int, bytes: Int = 20) -> IngestBatch {
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: TrustPolicy())
    let text = "no JSON \(index) " + String(repeating: "x", count: bytes)
    return intake.readNotification(Array(text.utf8)[...], origin: "POST /a", now: now)
  }

  private static func commitQueue(
    _ ledger: any Ledger, _ limits: CommitQueueLimits = CommitQueueLimits(),
    reports: Reports = Reports(),
    uptime: @escaping @Sendable () -> Duration = { .zero }
  ) -> CommitQueue {
    CommitQueue(
      ledger: ledger, limits: limits, clock: { now }, uptime: uptime, tell: reports.add)
  }

  /// The reports of a queue.
  final class Reports: Sendable {
    private let list = Mutex<[CommitQueueReport]>([])
    func add(_ report: CommitQueueReport) { list.withLock { $0.append(report) } }
    var all: [CommitQueueReport] { list.withLock { $0 } }
    var omitted: Int {
      all.reduce(0) { sum, report in
        if case .omitted(_, let count) = report { sum + count } else { sum }
      }
    }
  }

  /// Holds a ledger's transactions back until it is opened.
  final class Gate: Sendable {
    private let isOpen = Mutex(false)
    private let arrived = Mutex(0)
    func open() { isOpen.withLock { $0 = true } }
    var arrivals: Int { arrived.withLock { $0 } }
    func wait() {
      arrived.withLock { $0 += 1 }
      while !isOpen.withLock({ $0 }) { sched_yield() }
    }
  }

  @Test func `what is answered is stored`() async throws {
    let ledger = FaultyLedger()
    let commitQueue = Self.commitQueue(ledger)
    for index in 0..<20 {
      let result = try await commitQueue.take(Self.note(index))
      let position = try #require(result.outcomes.first?.position)
      #expect(try ledger.entry(at: position)?.events.first?.action?.text == "note \(index)")
    }
    #expect(try await commitQueue.take(Self.note(3)).outcomes == [.duplicate(4)])
  }

  @Test func `what arrives during a transaction shares the next one`() async throws {
    let gate = Gate()
    let ledger = FaultyLedger { _ in gate.wait() }
    let reports = Reports()
    let commitQueue = Self.commitQueue(ledger, reports: reports)
    let positions = try await withThrowingTaskGroup(of: LedgerPosition?.self) { group in
      group.addTask { try await commitQueue.take(Self.note(0)).outcomes.first?.position }
      while gate.arrivals == 0 { await Task.yield() }
      for index in 1...40 {
        group.addTask { try await commitQueue.take(Self.note(index)).outcomes.first?.position }
      }
      while commitQueue.depth < 40 { await Task.yield() }
      #expect(try ledger.lastPosition() == 0, "nobody is answered before the gate opens")
      gate.open()
      return try await group.reduce(into: Set()) { $0.insert($1 ?? 0) }
    }
    #expect(positions == Set(1...41))
    #expect(ledger.transactions == [1, 40])
    #expect(commitQueue.depth == 0)
    #expect(reports.all.count == 2)
  }

  @Test func `after a transaction of several the next one waits for as many, but not for long`()
    async throws
  {
    let gate = Gate()
    let ledger = FaultyLedger { _ in gate.wait() }
    let commitQueue = Self.commitQueue(ledger)
    func take(_ range: ClosedRange<Int>) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in range { group.addTask { _ = try await commitQueue.take(Self.note(index)) } }
        try await group.waitForAll()
      }
    }
    async let first: Void = take(0...0)
    while gate.arrivals == 0 { await Task.yield() }
    async let others: Void = take(1...5)
    while commitQueue.depth < 5 { await Task.yield() }
    gate.open()
    _ = try await (first, others)
    #expect(ledger.transactions == [1, 5])
    let begin = ContinuousClock.now
    try await take(6...6)
    #expect(ContinuousClock.now - begin >= .milliseconds(2), "four more could have come")
    #expect(ledger.transactions == [1, 5, 1])
    await commitQueue.close()
  }

  @Test func `closing does not wait for those who could still come`() async throws {
    let ledger = FaultyLedger()
    let commitQueue = Self.commitQueue(ledger)
    for index in 0..<100 { _ = try await commitQueue.take(Self.note(index)) }
    let stored = await withTaskGroup(of: IntakeResult?.self) { group in
      for index in 100..<110 {
        group.addTask { try? await commitQueue.take(Self.note(index)) }
      }
      while commitQueue.depth == 0, (try? ledger.lastPosition()) == 100 { await Task.yield() }
      await commitQueue.close()
      return await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
    }
    #expect(try ledger.lastPosition() == LedgerPosition(100 + stored), "all accepted are stored")
  }

  @Test(arguments: [
    LedgerError.busy(location: "/l"), .full(location: "/l"),
    .unavailable(location: "/l", detail: "gone"), .failed(location: "/l", detail: "broken"),
  ])
  func `an error of the ledger reaches every waiter`(_ error: LedgerError) async throws {
    let ledger = FaultyLedger()
    ledger.fault = error
    let uptime = Mutexed(Duration.zero)
    let commitQueue = Self.commitQueue(ledger, uptime: { uptime.value })
    let errors = await withTaskGroup(of: CommitQueueError?.self) { group in
      for index in 0..<10 {
        group.addTask {
          do throws(CommitQueueError) {
            _ = try await commitQueue.take(Self.note(index))
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors == Array(repeating: .ledger(error), count: 10))
    #expect(commitQueue.lastFailure == error)
    uptime.value = CommitQueue.failureMemory
    #expect(commitQueue.lastFailure == nil, "or nobody would try again")
    uptime.value = .zero
    ledger.fault = nil
    #expect(try await commitQueue.take(Self.note(1)).outcomes == [.stored(1)])
    #expect(commitQueue.lastFailure == nil)
  }

  @Test func `a delivery that the ledger cannot hold spoils no other`() async throws {
    let gate = Gate()
    let ledger = FaultyLedger { (entries) throws(LedgerError) in
      gate.wait()
      if entries.contains(where: { $0.events.first?.action?.text == "note 5" }) {
        throw .failed(location: "/l", detail: "too much in one entry")
      }
    }
    let commitQueue = Self.commitQueue(ledger)
    let stored = await withTaskGroup(of: (Int, Bool).self) { group in
      group.addTask { (0, (try? await commitQueue.take(Self.note(0))) != nil) }
      while gate.arrivals == 0 { await Task.yield() }
      for index in 1..<10 {
        group.addTask { (index, (try? await commitQueue.take(Self.note(index))) != nil) }
      }
      while commitQueue.depth < 9 { await Task.yield() }
      gate.open()
      return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
    }
    #expect(stored.filter { !$0.value }.map(\.key) == [5])
    #expect(try ledger.lastPosition() == 9)
  }

  @Test func `what does not fit is turned away, and what waits is kept`() async throws {
    let gate = Gate()
    let ledger = FaultyLedger { _ in gate.wait() }
    let commitQueue = Self.commitQueue(ledger, CommitQueueLimits(waitingMax: 3))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await commitQueue.take(Self.note(0)) }
      while gate.arrivals == 0 { await Task.yield() }
      for index in 1...3 { group.addTask { _ = try await commitQueue.take(Self.note(index)) } }
      while commitQueue.depth < 3 { await Task.yield() }
      await #expect(throws: CommitQueueError.full) { try await commitQueue.take(Self.note(4)) }
      gate.open()
      try await group.waitForAll()
    }
    #expect(try ledger.lastPosition() == 4)
    let narrow = Self.commitQueue(ledger, CommitQueueLimits(waitingBytesMax: 10))
    await #expect(throws: CommitQueueError.full) { try await narrow.take(Self.note(5)) }
  }

  @Test func `closing lets everybody in who was inside, and nobody after`() async throws {
    let gate = Gate()
    let ledger = FaultyLedger { _ in gate.wait() }
    let commitQueue = Self.commitQueue(ledger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await commitQueue.take(Self.note(0)) }
      while gate.arrivals == 0 { await Task.yield() }
      for index in 1..<5 { group.addTask { _ = try await commitQueue.take(Self.note(index)) } }
      while commitQueue.depth < 4 { await Task.yield() }
      group.addTask { await commitQueue.close() }
      while !commitQueue.isClosing { await Task.yield() }
      await #expect(throws: CommitQueueError.closing) { try await commitQueue.take(Self.note(9)) }
      gate.open()
      try await group.waitForAll()
    }
    #expect(try ledger.lastPosition() == 5)
    await commitQueue.close()
  }

  @Test func `a flood of forgeries fills its share of the quarantine and no more`() async throws {
    let ledger = FaultyLedger()
    let reports = Reports()
    let uptime = Mutexed(Duration.zero)
    let limits = CommitQueueLimits(
      refusedPerHourMax: 5, refusedBytesPerHourMax: 10_000, quarantineMax: 16)
    let commitQueue = Self.commitQueue(ledger, limits, reports: reports, uptime: { uptime.value })
    for index in 0..<30 { commitQueue.quarantine(Self.refused(index)) }
    await commitQueue.close()
    #expect(try ledger.refusedCount() == 5)
    #expect(reports.omitted == 25)

    let second = Self.commitQueue(ledger, limits, reports: reports, uptime: { uptime.value })
    second.quarantine(Self.refused(99, bytes: 20_000))
    #expect(reports.omitted == 26, "too long for what is left")
    for index in 100..<105 { second.quarantine(Self.refused(index)) }
    uptime.value = .seconds(3_600)
    second.quarantine(Self.refused(200))
    await second.close()
    #expect(try ledger.refusedCount() <= 8, "anybody may fill half of the quarantine and no more")
  }

  @Test func `what a store has proven has room beside forgeries that fill theirs`() async throws {
    let ledger = FaultyLedger()
    let reports = Reports()
    let commitQueue = Self.commitQueue(
      ledger, CommitQueueLimits(refusedPerHourMax: 5, quarantineMax: 10), reports: reports)
    for index in 0..<9 { commitQueue.quarantine(Self.refused(index)) }
    var proven = Self.refused(9)
    proven.isProven = true
    commitQueue.quarantine(proven)
    await commitQueue.close()
    #expect(try ledger.refusedCount() == 6)
    #expect(reports.omitted == 4)

    // Nor in the hours after it, when half of the room is taken.
    let later = Self.commitQueue(
      ledger, CommitQueueLimits(refusedPerHourMax: 5, quarantineMax: 10), reports: reports)
    later.quarantine(Self.refused(20))
    proven = Self.refused(21)
    proven.isProven = true
    later.quarantine(proven)
    await later.close()
    #expect(try ledger.refusedCount() == 7)
    #expect(reports.omitted == 5)
  }

  @Test func `what the quarantine has no room for is refused unread and counted`() async throws {
    let ledger = FaultyLedger()
    let reports = Reports()
    let uptime = Mutexed(Duration.zero)
    let commitQueue = Self.commitQueue(
      ledger, CommitQueueLimits(refusedPerHourMax: 2), reports: reports, uptime: { uptime.value })
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    func refuse(_ index: Int) -> IngestBatch {
      let room = commitQueue.hasRoom(forRefused: "POST /a")
      let delivery = intake.readNotification(
        Array("no JSON \(index)".utf8)[...], origin: "POST /a", now: Self.now,
        keepsRefused: room)
      commitQueue.quarantine(delivery)
      return delivery
    }
    let refusals = (0..<5).compactMap { refuse($0).refusals.first }
    #expect(Set(refusals.map(\.reason)).count == 1, "the sender is told the same")
    #expect(refusals.map(\.raw.isEmpty) == [false, false, true, true, true])
    #expect(reports.omitted == 3)
    #expect(commitQueue.hasRoom(forRefused: "POST /b"), "another source has its own share")
    uptime.value = .seconds(3_600)
    #expect(refuse(6).refusals.first?.raw.isEmpty == false)
    await commitQueue.close()
    #expect(!commitQueue.hasRoom(forRefused: "POST /b"))
    #expect(try ledger.refused(after: 0, limit: 9).map(\.raw.isEmpty) == [false, false, false])
  }

  @Test func `a quarantine that cannot be written is counted and harms nobody`() async throws {
    let ledger = FaultyLedger()
    let reports = Reports()
    let commitQueue = Self.commitQueue(ledger, reports: reports)
    ledger.fault = .full(location: "/l")
    commitQueue.quarantine(Self.refused(1))
    await commitQueue.close()
    #expect(reports.omitted == 1)
    #expect(try ledger.inner.refusedCount() == 0)
  }

  @Test func `documents of this process enter by the same queue`() async throws {
    let ledger = FaultyLedger()
    let commitQueue = Self.commitQueue(ledger)
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    let note = ActionRecord(
      kind: .noted, subscription: "as_1", at: Self.now, recordedAt: Self.now,
      action: SubscriptionEvent.Action(actor: "test", text: "a"))
    let documents = [note.json, Array("nothing".utf8)].map { IncomingDocument(bytes: $0[...]) }
    let result = try await commitQueue.take(documents, by: intake, origin: "asked", now: Self.now)
    #expect(result.outcomes.first == .stored(1))
    #expect(result.refusals.map(\.file) == ["asked"])
    await commitQueue.close()
    #expect(try ledger.refusedCount() == 1)
    await #expect(throws: LedgerError.self) {
      try await commitQueue.take(documents, by: intake, origin: "asked", now: Self.now)
    }
  }
}

/// A value that several threads may set and read.
final class Mutexed<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>
  init(_ value: Value) { stored = Mutex(value) }
  var value: Value {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension IntakeResult.Outcome {
  fileprivate var position: LedgerPosition? {
    switch self {
    case .stored(let position), .duplicate(let position): position
    case .refused: nil
    }
  }
}
