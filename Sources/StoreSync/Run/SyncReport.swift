import SubscriptionCore

/// What became of one run of asking the stores.
public struct SyncReport: Hashable, Sendable {
  /// Questions put to a store, pages included.
  public var asked = 0
  /// Statements that were new.
  public var stored = 0
  /// Statements that were known.
  public var duplicate = 0
  /// Statements that were refused and kept in quarantine.
  public var refused = 0
  /// Purchases that the store does not know, or no longer.
  public var absent = 0
  /// Questions without an answer.
  public var failed = 0
  /// Planned questions that were not put, and those over the quota.
  public var left = 0
  /// Why an app was not asked any further.
  public var stops: [StoreApp: StoreAPIError] = [:]
  /// Why questions got no answer, and how many did for each reason.
  public var reasons: [String: Int] = [:]

  /// Creates an empty report.
  public init() {}

  /// The most reasons that are told apart.
  static let reasonsMax = 16

  /// Counts a question without an answer.
  mutating func fail(_ error: StoreAPIError, of app: StoreApp) {
    failed += 1
    let reason = "\(app.name): \(error)"
    let isRoom = reasons[reason] != nil || reasons.count < Self.reasonsMax
    reasons[isRoom ? reason : "further reasons", default: 0] += 1
  }

  /// Whether everything that was planned was answered and taken in.
  public var isWhole: Bool { failed == 0 && refused == 0 && stops.isEmpty }
}

/// How far a run has come.
public struct SyncProgress: Hashable, Sendable {
  /// Questions done, answered or not.
  public var done: Int
  /// Questions planned, and pages that were found to follow.
  public var total: Int

  /// Creates a report of progress.
  public init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

/// What became of the orders that somebody asks for.
public struct OrderReport: Hashable, Sendable {
  /// Orders whose subscription is known now.
  public var found = 0
  /// Orders in which there is no subscription, or which the App Store does not know.
  public var absent = 0
  /// Orders that could not be asked about.
  public var failed = 0
  /// Orders that are asked about again later.
  public var waiting = 0

  /// Creates an empty report.
  public init() {}

  /// Whether nothing was decided.
  public var isEmpty: Bool { found + absent + failed == 0 }
}
