import EventLedger
import LedgerContract
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@Suite struct ProductSyncTests {
  private static let key = ProductKey(
    store: .googlePlay, app: "com.a", product: "gold", basePlan: "m")

  /// Settings that a test sets.
  private final class Settings: ProductSettingsAPI {
    let app = StoreApp(store: .googlePlay, app: "com.a")
    let stated: Mutex<Result<[CatalogueStatement], StoreAPIError>>

    init(_ stated: Result<[CatalogueStatement], StoreAPIError>) { self.stated = Mutex(stated) }

    func productSettings() async throws(StoreAPIError) -> [CatalogueStatement] {
      try stated.withLock { $0 }.get()
    }
  }

  private static func period(_ period: BillingPeriod) -> [CatalogueStatement] {
    [CatalogueStatement(.period(period), of: key, source: .googlePlay)]
  }

  @Test func `a changed setting holds from the reading that shows it`() async throws {
    let settings = Settings(.success(Self.period(.monthly)))
    let ledger = MemoryLedger(policy: .standard)
    let now = Mutex(Timestamp(seconds: 1_000))
    let sync = ProductSync([settings]) { now.withLock { $0 } }
    let first = try await sync.run(into: ledger)
    #expect(first.facts == [settings.app: 1])
    #expect(first.update.products == 1)
    #expect(try await sync.run(into: ledger).update == ProductUpdate())
    settings.stated.withLock { $0 = .success(Self.period(.yearly)) }
    now.withLock { $0 = Timestamp(seconds: 9_000) }
    #expect(try await sync.run(into: ledger).update.products == 1)
    let products = ledger.policy.products
    #expect(products.period(of: Self.key, at: Timestamp(seconds: 8_999))?.value == .monthly)
    #expect(products.period(of: Self.key, at: Timestamp(seconds: 9_000))?.value == .yearly)
  }

  @Test func `an app that cannot be read keeps what is known, and others are read`() async throws {
    let (broken, sound) = (
      Settings(.failure(.unavailable(detail: "down"))), Settings(.success(Self.period(.weekly)))
    )
    let ledger = MemoryLedger(policy: .standard)
    let report = try await ProductSync([broken, sound]) { .epoch }.run(into: ledger)
    #expect(report.failures == [broken.app: .unavailable(detail: "down")])
    #expect(ledger.policy.products.period(of: Self.key)?.value == .weekly)
  }

  @Test func `a reading that is given up is no failure of the store`() async throws {
    struct GivenUp: ProductSettingsAPI {
      let app = StoreApp(store: .googlePlay, app: "com.a")

      func productSettings() async throws(StoreAPIError) -> [CatalogueStatement] {
        withUnsafeCurrentTask { $0?.cancel() }
        throw .unavailable(detail: "the request was canceled")
      }
    }
    let report = try await Task {
      try await ProductSync([GivenUp()]) { .epoch }.run(into: MemoryLedger(policy: .standard))
    }.value
    #expect(report == ProductSync.Report())
  }

  @Test func `settings are read at the start, daily, and sooner after a failure`() async throws {
    let settings = Settings(.failure(.unavailable(detail: "down")))
    let pauses = Mutex<[Duration]>([])
    let loop = ProductSyncLoop(
      ProductSync([settings]) { .epoch }, ledger: MemoryLedger(policy: .standard),
      sleep: { pause in
        let count = pauses.withLock { pauses in
          pauses.append(pause)
          return pauses.count
        }
        settings.stated.withLock { $0 = .success(Self.period(.monthly)) }
        if count == 3 { throw CancellationError() }
      }, tell: { _ in })
    await loop.run()
    #expect(pauses.withLock { $0 } == [.hours(1), .hours(24), .hours(24)])
  }
}
