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
  /// How far the walks have come of which a page was read since the last report.
  public var walks: [WalkProgress] = []

  /// Creates a report of progress.
  public init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

/// How far a walk through what a store kept has come.
public struct WalkProgress: Hashable, Sendable {
  /// The app.
  public var app: StoreApp
  /// The walk.
  public var walk: HistoryScan
  /// How many pages were read.
  public var pages = 0
  /// How many statements were on them.
  public var statements = 0
  /// When the latest of what was read last had been sent, where the store says so.
  public var sentAt: Timestamp?
  /// A Boolean value that indicates whether the last page was read.
  public var isOver = false

  /// Creates the progress of a walk that is to begin.
  public init(app: StoreApp, walk: HistoryScan) { (self.app, self.walk) = (app, walk) }
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
