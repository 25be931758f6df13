import Dispatch
import EventLedger
import Intake
import SubscriptionCore
import Synchronization
import Testing

@testable import StoreSync

@Suite struct SyncDeskTests {
  /// A store whose first saving waits, for a while, until another one is done.
  private final class SlowStore: SyncMemoryStore {
    private let saved = Mutex<[SyncMemory]>([])
    private let calls = Mutex(0)
    let began = DispatchSemaphore(value: 0)
    private let another = DispatchSemaphore(value: 0)

    var last: SyncMemory? { saved.withLock { $0.last } }

    func load() -> SyncMemory { SyncMemory() }

    func save(_ memory: SyncMemory) {
      let isFirst = calls.withLock { calls in
        calls += 1
        return calls == 1
      }
      if isFirst {
        began.signal()
        _ = another.wait(timeout: .now() + .seconds(1))
      }
      saved.withLock { $0.append(memory) }
      if !isFirst { another.signal() }
    }
  }

  @Test func `never saves an older memory after a newer one`() throws {
    let app = StoreApp(store: .appStore, app: "com.example")
    let store = SlowStore()
    let from = Timestamp(seconds: 0)
    let plan = try SyncPlan(
      ledger: MemoryLedger(policy: .standard), apps: [], memory: SyncMemory(),
      policy: SyncPolicy(), now: from)
    let desk = SyncDesk(plan, memory: SyncMemory(), store: store)
    let walk = StoreWalk(.notifications, from: from, to: from + .days(1), onlyFailures: true)
    let done = DispatchGroup()
    let queue = DispatchQueue(label: "workers", attributes: .concurrent)
    queue.async(group: done) {
      desk.took(walk, nextPage: "second", IntakeResult(), app: app)
    }
    store.began.wait()
    queue.async(group: done) {
      desk.took(walk, nextPage: "third", IntakeResult(), app: app)
    }
    done.wait()
    #expect(store.last?[app, .notifications].open?.page == "third")
  }
}
