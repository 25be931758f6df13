import Dispatch
import EventLedger
import Intake
import LedgerContract
import OwnThreads
import SubscriptionCore
import Synchronization
import Testing

@testable import StoreSync

@Suite(.ownThread) struct SyncRunStateTests {
  /// A store whose first saving waits, for a while, until another one is done.
  private final class SlowStore: SyncCheckpointStore {
    private let saved = Mutex<[SyncCheckpoints]>([])
    private let calls = Mutex(0)
    let began = DispatchSemaphore(value: 0)
    private let another = DispatchSemaphore(value: 0)

    var last: SyncCheckpoints? { saved.withLock { $0.last } }

    func load() -> SyncCheckpoints { SyncCheckpoints() }

    func save(_ checkpoints: SyncCheckpoints) {
      let isFirst = calls.withLock { calls in
        calls += 1
        return calls == 1
      }
      if isFirst {
        began.signal()
        _ = another.wait(timeout: .now() + .seconds(1))
      }
      saved.withLock { $0.append(checkpoints) }
      if !isFirst { another.signal() }
    }
  }

  @Test func `questions without an answer are counted by reason, within bounds`() throws {
    let app = StoreApp(store: .googlePlay, app: "com.example")
    var report = SyncReport()
    for _ in 0..<3 { report.fail(.unavailable(detail: "no route"), of: app) }
    report.fail(.unavailable(detail: "no whole reply in time"), of: app)
    #expect(
      report.reasons == [
        "google-play/com.example: \(StoreAPIError.unavailable(detail: "no route"))": 3,
        "google-play/com.example: \(StoreAPIError.unavailable(detail: "no whole reply in time"))":
          1,
      ])
    for number in 0..<50 { report.fail(.malformed(detail: "\(number)"), of: app) }
    #expect(report.reasons.count == SyncReport.reasonsMax + 1)
    #expect(report.reasons.values.reduce(0, +) == report.failed && report.failed == 54)
  }

  @Test func `never saves an older memory after a newer one`() throws {
    let app = StoreApp(store: .appStore, app: "com.example")
    let store = SlowStore()
    let from = Timestamp(seconds: 0)
    let plan = try SyncPlan(
      ledger: MemoryLedger(policy: .standard), apps: [], checkpoints: SyncCheckpoints(),
      policy: SyncPolicy(), now: from)
    let state = SyncRunState(plan, checkpoints: SyncCheckpoints(), store: store)
    let walk = HistoryScan(.notifications, from: from, to: from + .days(1), onlyFailures: true)
    let done = DispatchGroup()
    let queue = DispatchQueue(label: "workers", attributes: .concurrent)
    queue.async(group: done) {
      state.took(walk, nextPage: "second", IntakeResult(), app: app)
    }
    store.began.wait()
    queue.async(group: done) {
      state.took(walk, nextPage: "third", IntakeResult(), app: app)
    }
    done.wait()
    #expect(store.last?[app, .notifications].open?.page == "third")
  }
}
