import EventLedger
import Intake
import Logging
import StoreSync
import SubscriptionCore

/// What the server works with: everything that reaches outside of it.
public struct WebhookDependencies: Sendable {
  /// Where subscribers are looked up.
  public var ledger: any Ledger
  /// Where deliveries are stored; whoever made it closes it after the server has stopped.
  public var commitQueue: CommitQueue
  /// Who asks Google Play about the notifications of each package.
  public var rtdns: [AppID: any NotificationEnricher]
  /// Fetches Google's public keys.
  public var keys: KeyFetch
  /// What is measured.
  public var metrics: MetricsRegistry
  /// Gives the present.
  public var clock: @Sendable () -> Timestamp
  /// Gives a time that never goes back.
  public var uptime: @Sendable () -> Duration
  /// Told what an operator has to know; never what a client sent.
  public var logger: Logger
  /// Told what fails, which may fail again and again; whoever made it runs it.
  public var errors: ErrorLog

  /// Says who asks the stores; `nil` where nobody keeps a lease.
  public var lease: @Sendable () -> LeaseStatus?

  /// Creates the parts.
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
