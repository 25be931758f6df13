import EventLedger
import SubscriptionCore

/// The sync of the stores' product settings into the ledger's product catalogue.
public struct ProductSync: Sendable {
  /// The outcome of reading the settings of every app.
  public struct Report: Hashable, Sendable {
    /// The number of facts in each app's settings.
    public var facts: [StoreApp: Int] = [:]
    /// The error of each app whose settings could not be read; what was known of it stays.
    public var failures: [StoreApp: StoreAPIError] = [:]
    /// The changes of the ledger.
    public var update = ProductUpdate()

    /// Creates an empty report.
    public init() {}
  }

  private let apis: [any ProductSettingsAPI]
  private let clock: @Sendable () -> Timestamp

  /// Creates a sync by a clock, from whose present a changed setting counts.
  public init(_ apis: [any ProductSettingsAPI], clock: @escaping @Sendable () -> Timestamp) {
    (self.apis, self.clock) = (apis, clock)
  }

  /// A Boolean value that indicates whether no settings can be read.
  public var isEmpty: Bool { apis.isEmpty }

  /// Reads the settings of one app after the other, and then changes the ledger once.
  ///
  /// - Throws: `LedgerError` when the ledger cannot store them.
  public func run(into ledger: any ProductStore) async throws(LedgerError) -> Report {
    var report = Report()
    var statements: [CatalogueStatement] = []
    for api in apis where !Task.isCancelled {
      do throws(StoreAPIError) {
        let stated = try await api.productSettings()
        report.facts[api.app] = stated.count
        statements += stated
      } catch {
        // A request that was given up for a reload or at the end says nothing about its store.
        if !Task.isCancelled { report.failures[api.app] = error }
      }
    }
    guard !statements.isEmpty else { return report }
    let (now, stated) = (clock(), statements)
    report.update = try ledger.updateProducts { $0.take(stated, at: now) }
    return report
  }
}

/// The loop that reads the stores' product settings at the start and once a day.
public struct ProductSyncLoop: Sendable {
  /// A report of the loop.
  public enum Report: Hashable, Sendable {
    /// Settings were read, or could not be.
    case ran(ProductSync.Report)
    /// The ledger could not be written; the loop continues.
    case failed(LedgerError)
  }

  private let sync: ProductSync
  private let ledger: any ProductStore
  private let every: Duration
  private let retry: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let tell: @Sendable (Report) -> Void

  /// Creates a loop with the time between two readings, and the time after one that failed; `sleep`
  /// throws when the task is cancelled.
  public init(
    _ sync: ProductSync, ledger: any ProductStore, every: Duration = .hours(24),
    retry: Duration = .hours(1), sleep: @escaping @Sendable (Duration) async throws -> Void,
    tell: @escaping @Sendable (Report) -> Void
  ) {
    (self.sync, self.ledger, self.every, self.retry) = (sync, ledger, every, retry)
    (self.sleep, self.tell) = (sleep, tell)
  }

  /// Runs until the task is cancelled, also without any app whose settings can be read.
  public func run() async {
    while !Task.isCancelled {
      var pause = every
      if !sync.isEmpty {
        do throws(LedgerError) {
          let report = try await sync.run(into: ledger)
          if !report.failures.isEmpty { pause = retry }
          tell(.ran(report))
        } catch {
          pause = retry
          tell(.failed(error))
        }
      }
      do { try await sleep(pause) } catch { return }
    }
  }
}
