import EventLedger
import SubscriptionCore

/// What became of asking about a base that exists.
public struct BackfillReport: Hashable, Sendable {
  /// Questions put to a store; in an app with two environments one purchase may take two.
  public var asked = 0
  /// Statements that were new.
  public var stored = 0
  /// Statements that were known.
  public var duplicate = 0
  /// Purchases of this run, by what became of them.
  public var outcomes: [BackfillOutcome: Int] = [:]
  /// How often a store wanted to be asked later.
  public var throttled = 0
  /// Questions without an answer, which the next run puts again.
  public var failed = 0
  /// Why an app was not asked any further.
  public var stops: [StoreApp: StoreAPIError] = [:]
  /// Why questions got no answer, and how many did for each reason.
  public var reasons: [String: Int] = [:]

  /// Creates an empty report.
  public init() {}

  /// Counts a question without an answer.
  mutating func fail(_ error: StoreAPIError, of app: StoreApp) {
    failed += 1
    let reason = "\(app.name): \(error)"
    let isRoom = reasons[reason] != nil || reasons.count < SyncReport.reasonsMax
    reasons[isRoom ? reason : "further reasons", default: 0] += 1
  }
}

/// How far asking has come.
public struct BackfillProgress: Hashable, Sendable {
  /// Purchases that are done with, whether answered or not.
  public var done: Int
  /// Purchases that waited when the run began.
  public var total: Int
  /// Until when a store wants to be left alone; `nil` where none does.
  public var pausedUntil: Timestamp?

  /// Creates a report of progress.
  public init(done: Int, total: Int, pausedUntil: Timestamp? = nil) {
    (self.done, self.total, self.pausedUntil) = (done, total, pausedUntil)
  }
}
