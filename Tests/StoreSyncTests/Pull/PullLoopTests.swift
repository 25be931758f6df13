import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import StoreSync

@Suite struct PullLoopTests {
  /// A subscription that gives its batches out one by one, and writes down what it is told.
  private final class Scripted: PubSubAPI {
    struct State {
      var batches: [Result<[PulledMessage], StoreAPIError>]
      var told: [String] = []
      var waits: [Duration] = []
      var refusesAcknowledgement = false
    }

    let subscription = "projects/p/subscriptions/s"
    let state: Mutex<State>

    init(_ batches: [Result<[PulledMessage], StoreAPIError>]) {
      state = Mutex(State(batches: batches))
    }

    var told: [String] { state.withLock(\.told) }
    var waits: [Duration] { state.withLock(\.waits) }
    func tell(_ word: String) { state.withLock { $0.told.append(word) } }

    func pull(_ most: Int, waits: Bool) async throws(StoreAPIError) -> [PulledMessage] {
      let next = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
      guard let next else {
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
        throw .unavailable(detail: "cancelled")
      }
      return try next.get()
    }

    func acknowledge(_ handles: [String]) async throws(StoreAPIError) {
      if state.withLock(\.refusesAcknowledgement) { throw .unavailable(detail: "down") }
      tell("stored " + handles.sorted().joined(separator: ","))
    }

    func setDeadline(_ handles: [String], to length: Duration) async throws(StoreAPIError) {
      let word = length == .zero ? "again" : "hold"
      tell("\(word) " + handles.sorted().joined(separator: ","))
    }
  }

  private static func messages(_ names: String...) -> [PulledMessage] {
    names.map { PulledMessage(handle: $0, envelope: Array($0.utf8)) }
  }

  private func loop(
    _ api: Scripted, reports: @escaping @Sendable (PullLoop.Report) -> Void = { _ in },
    take: @escaping @Sendable (String) async -> Bool
  ) -> PullLoop {
    PullLoop(
      api, jitter: { $0 },
      sleep: { duration in
        // Pauses after failures are written down; holding waits as it does.
        if duration == PullLoop.hold / 2 { return try await Task.sleep(for: .seconds(600)) }
        api.state.withLock { $0.waits.append(duration) }
        try Task.checkCancellation()
      },
      tell: reports, take: { await take(String(decoding: $0, as: UTF8.self)) })
  }

  /// Runs a loop until a subscription was told something.
  private func run(_ loop: PullLoop, _ api: Scripted, until word: String) async throws {
    let task = Task { await loop.run() }
    for _ in 0..<2_000 where !api.told.contains(word) {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await task.value
    #expect(api.told.contains(word), "\(api.told)")
  }

  @Test func `a message is acknowledged once it is stored, and held until then`() async throws {
    let api = Scripted([.success(Self.messages("a", "b")), .success([])])
    try await run(
      loop(api) { name in
        while !api.told.contains("hold a,b") { try? await Task.sleep(for: .milliseconds(2)) }
        #expect(!api.told.contains { $0.hasPrefix("stored") })
        api.tell("took \(name)")
        return true
      }, api, until: "stored a,b")
    #expect(Set(api.told.dropLast()) == ["hold a,b", "took a", "took b"])
    #expect(api.waits.isEmpty)
  }

  @Test func `what cannot be stored is given back, and after ever longer pauses asked for again`()
    async throws
  {
    let api = Scripted(
      [.success(Self.messages("a", "b"))]
        + Array(repeating: .success(Self.messages("b")), count: 3)
        + [.success(Self.messages("c"))])
    let reports = Mutex<[PullLoop.Report]>([])
    try await run(
      loop(api, reports: { report in reports.withLock { $0.append(report) } }) { $0 != "b" }, api,
      until: "stored c")
    #expect(api.told.count { $0 == "stored a" } == 1 && api.told.count { $0 == "again b" } == 4)
    #expect(!api.told.contains("stored a,b"))
    #expect(api.waits == [.seconds(1), .seconds(2), .seconds(4)], "none after what stored a")
    #expect(reports.withLock(\.self) == Array(repeating: .returned(1), count: 4))
  }

  @Test func `failures are told, and paused after up to a minute`() async throws {
    let down = StoreAPIError.unavailable(detail: "down")
    let api = Scripted(
      Array(repeating: .failure(down), count: 8) + [.success(Self.messages("a"))])
    let reports = Mutex<[PullLoop.Report]>([])
    try await run(
      loop(api, reports: { report in reports.withLock { $0.append(report) } }) { _ in true }, api,
      until: "stored a")
    #expect(api.waits.map(\.components.seconds) == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(reports.withLock(\.self) == Array(repeating: .failed("pulled", down), count: 8))
  }

  @Test func `what was pulled is stored and acknowledged though the process is to stop`()
    async throws
  {
    let api = Scripted([.success(Self.messages("a", "b", "c"))])
    let isBegun = Mutex(false)
    let isToStop = Mutex(false)
    let loop = loop(api) { name in
      isBegun.withLock { $0 = true }
      while !isToStop.withLock(\.self) { try? await Task.sleep(for: .milliseconds(2)) }
      return !Task.isCancelled
    }
    let task = Task { await loop.run() }
    while !isBegun.withLock(\.self) { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    isToStop.withLock { $0 = true }
    await task.value
    #expect(api.told.last == "stored a,b,c", "\(api.told)")
  }

  @Test func `an acknowledgement that fails is a failure, and nothing is given back`()
    async throws
  {
    let api = Scripted([.success(Self.messages("a")), .success(Self.messages("b"))])
    api.state.withLock { $0.refusesAcknowledgement = true }
    try await run(
      loop(
        api,
        reports: { report in
          guard case .failed("acknowledged", _) = report else { return }
          api.state.withLock { $0.refusesAcknowledgement = false }
        }
      ) { _ in true }, api, until: "stored b")
    #expect(!api.told.contains { $0.hasPrefix("again") || $0 == "stored a" })
    #expect(api.waits == [.seconds(1)])
  }

  @Test func `many are worked on at once, but not all`() async throws {
    let names = (0..<100).map { PulledMessage(handle: "\($0)", envelope: []) }
    let begun = Mutex<[CheckedContinuation<Void, Never>]>([])
    let jobs = Jobs()
    let loop = loop(Scripted([])) { _ in
      await withCheckedContinuation { message in begun.withLock { $0.append(message) } }
      return true
    }
    let handling = Task(executorPreference: jobs) { await loop.handle(names) }
    var counts: [Int] = []
    while true {
      // Every job that is ready has run: no further message begins before one ends.
      jobs.runAll()
      let messages = begun.withLock { messages in
        defer { messages = [] }
        return messages
      }
      if messages.isEmpty { break }
      counts.append(messages.count)
      for message in messages { message.resume() }
    }
    #expect(counts.allSatisfy { $0 <= PullLoop.workers } && counts.first == PullLoop.workers)
    #expect(counts.reduce(0, +) == names.count)
    #expect(await handling.value)
  }

  /// An executor that runs jobs when the test says so.
  private final class Jobs: TaskExecutor {
    private let ready = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      ready.withLock { $0.append(job) }
    }

    func runAll() {
      while let job = ready.withLock({ $0.popLast() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }
}
