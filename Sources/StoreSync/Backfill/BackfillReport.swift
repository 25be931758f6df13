import EventLedger
import SubscriptionCore

/// The counts and errors of one backfill run.
public struct BackfillReport: Hashable, Sendable {
  /// Requests to a store; in an app with two environments one purchase may take two.
  public var asked = 0
  /// Statements that were new.
  public var stored = 0
  /// Statements that were known.
  public var duplicate = 0
  /// Purchases of this run, by outcome.
  public var outcomes: [BackfillOutcome: Int] = [:]
  /// The number of throttled requests.
  public var throttled = 0
  /// Failed requests, which the next run makes again.
  public var failed = 0
  /// The error that stopped each app.
  public var stops: [StoreApp: StoreAPIError] = [:]
  /// The number of failed requests by reason.
  public var reasons: [String: Int] = [:]

  /// Creates an empty report.
  public init() {}

  /// Counts a failed request.
  mutating func fail(_ error: StoreAPIError, of app: StoreApp) {
    failed += 1
    reasons.note(error, of: app)
  }
}

/// The progress of a backfill run.
public struct BackfillProgress: Hashable, Sendable {
  /// Purchases that are done, answered or not.
  public var done: Int
  /// Purchases that waited when the run began.
  public var total: Int
  /// The end of a store's pause; `nil` where there is none.
  public var pausedUntil: Timestamp?
}
