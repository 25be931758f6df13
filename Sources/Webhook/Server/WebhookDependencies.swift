import EventLedger
import Intake
import Logging
import StoreSync
import SubscriptionCore

/// The dependencies of the server.
public struct WebhookDependencies: Sendable {
  /// The ledger, for look-ups.
  public var ledger: any Ledger
  /// The queue that stores deliveries; its creator closes it after the server has stopped.
  public var commitQueue: CommitQueue
  /// The enricher of each package's notifications.
  public var rtdns: [AppID: any NotificationEnricher]
  /// The fetch of Google's public keys.
  public var keys: KeyFetch
  /// The metrics.
  public var metrics: MetricsRegistry
  /// Returns the present.
  public var clock: @Sendable () -> Timestamp
  /// Returns a monotonic time.
  public var uptime: @Sendable () -> Duration
  /// The log for the operator, which never contains what a client sent.
  public var logger: Logger
  /// The log of errors that may repeat; its creator runs it.
  public var errors: ErrorLog

  /// Returns the lease on requests to the stores; `nil` where there is none.
  public var lease: @Sendable () -> LeaseStatus?

  /// Creates the dependencies.
  public init(
    ledger: any Ledger, commitQueue: CommitQueue, rtdns: [AppID: any NotificationEnricher] = [:],
    keys: @escaping KeyFetch, metrics: MetricsRegistry,
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    logger: Logger, errors: ErrorLog? = nil,
    lease: @escaping @Sendable () -> LeaseStatus? = { nil }
  ) {
    self.lease = lease
    (self.ledger, self.commitQueue, self.rtdns, self.keys) = (ledger, commitQueue, rtdns, keys)
    (self.metrics, self.clock, self.uptime, self.logger) = (metrics, clock, uptime, logger)
    self.errors = errors ?? ErrorLog(logger, uptime: uptime)
  }
}
