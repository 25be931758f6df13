import EventLedger
import SubscriptionCore

/// Reads the stores' own settings into the ledger's product catalogue.
public struct ProductSync: Sendable {
  /// What became of reading the settings of every app.
  public struct Report: Hashable, Sendable {
    /// How many facts each app's settings stated.
    public var facts: [StoreApp: Int] = [:]
    /// Why an app's settings could not be read; what was known of it stays.
    public var failures: [StoreApp: StoreAPIError] = [:]
    /// How much changed in the ledger.
    public var update = ProductUpdate()

    /// Creates an empty report.
    public init() {}
  }

  private let apis: [any ProductSettingsAPI]
  private let clock: @Sendable () -> Timestamp

  /// Creates what reads settings.
  ///
  /// - Parameters:
  ///   - apis: The apps whose settings can be read.
  ///   - clock: The present, from which on a changed setting counts.
  public init(_ apis: [any ProductSettingsAPI], clock: @escaping @Sendable () -> Timestamp) {
    (self.apis, self.clock) = (apis, clock)
  }

  /// A Boolean value that indicates whether no settings can be read.
  public var isEmpty: Bool { apis.isEmpty }

  /// Reads the settings of one app after the other, and then changes the ledger once.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot take them.
  public func run(into ledger: any ProductStore) async throws(LedgerError) -> Report {
    var report = Report()
    var statements: [CatalogueStatement] = []
    for api in apis where !Task.isCancelled {
      do throws(StoreAPIError) {
        let stated = try await api.productSettings()
        report.facts[api.app] = stated.count
        statements += stated
      } catch {
        report.failures[api.app] = error
      }
    }
    guard !statements.isEmpty else { return report }
    let (now, stated) = (clock(), statements)
    report.update = try ledger.updateProducts { $0.take(stated, at: now) }
    return report
  }
}

/// Reads the stores' settings at the start and once a day.
public struct ProductSyncLoop: Sendable {
  /// What the loop tells whoever watches it.
  public enum Report: Hashable, Sendable {
    /// Settings were read, or could not be.
    case ran(ProductSync.Report)
    /// The ledger could not be written; the loop goes on.
    case failed(LedgerError)
  }

  private let sync: ProductSync
  private let ledger: any ProductStore
  private let every: Duration
  private let retry: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let tell: @Sendable (Report) -> Void

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - sync: What reads settings.
  ///   - ledger: Where they go.
  ///   - every: The time between two readings.
  ///   - retry: The time after a reading that failed.
  ///   - sleep: Waits that long; throws when the task is cancelled.
  ///   - tell: Called after each reading.
  public init(
    _ sync: ProductSync, ledger: any ProductStore, every: Duration = .hours(24),
    retry: Duration = .hours(1), sleep: @escaping @Sendable (Duration) async throws -> Void,
    tell: @escaping @Sendable (Report) -> Void
  ) {
    (self.sync, self.ledger, self.every, self.retry) = (sync, ledger, every, retry)
    (self.sleep, self.tell) = (sleep, tell)
  }

  /// Runs until the task is cancelled; without any app that can be asked, it waits for that.
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
