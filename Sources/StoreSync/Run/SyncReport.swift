import SubscriptionCore

/// The counts and errors of one sync run.
public struct SyncReport: Hashable, Sendable {
  /// Requests to a store, pages included.
  public var asked = 0
  /// Statements that were new.
  public var stored = 0
  /// Statements that were known.
  public var duplicate = 0
  /// Statements that were refused and kept in quarantine.
  public var refused = 0
  /// Purchases that the store does not know, or no longer.
  public var absent = 0
  /// Failed requests.
  public var failed = 0
  /// Planned requests that were not made, and those over the quota.
  public var left = 0
  /// The error that stopped each app.
  public var stops: [StoreApp: StoreAPIError] = [:]
  /// The number of failed requests by reason.
  public var reasons: [String: Int] = [:]

  /// The most reasons that are counted separately.
  static let reasonsMax = 16

  /// Counts a failed request.
  mutating func fail(_ error: StoreAPIError, of app: StoreApp) {
    failed += 1
    reasons.note(error, of: app)
  }

  /// A Boolean value that indicates whether every planned request was answered and its answer
  /// stored.
  public var isWhole: Bool { failed == 0 && refused == 0 && stops.isEmpty }
}

extension [String: Int] {
  /// Counts a failed request by its reason.
  mutating func note(_ error: StoreAPIError, of app: StoreApp) {
    let reason = "\(app.name): \(error)"
    let isRoom = self[reason] != nil || count < SyncReport.reasonsMax
    self[isRoom ? reason : "further reasons", default: 0] += 1
  }
}

/// The progress of a sync run.
public struct SyncProgress: Hashable, Sendable {
  /// Requests that are done, answered or not.
  public var done: Int
  /// Requests that are planned, and pages that were found to follow.
  public var total: Int
  /// The progress of the history scans of which a page was read since the last report.
  public var walks: [WalkProgress] = []
}

/// The progress of a history scan.
public struct WalkProgress: Hashable, Sendable {
  /// The app.
  public var app: StoreApp
  /// The scan.
  public var walk: HistoryScan
  /// The number of pages that were read.
  public var pages = 0
  /// The number of statements on them.
  public var statements = 0
  /// The instant at which the latest notification of the last page was sent, if stated.
  public var sentAt: Timestamp?
  /// A Boolean value that indicates whether the last page was read.
  public var isOver = false

  /// A Boolean value that indicates whether the scan covers everything that the store keeps, as the
  /// first one of an app does.
  public var isWhole: Bool { walk.to - walk.from >= walk.kind.reach(in: app.environment) }

  /// Creates the progress of a scan that is to begin.
  public init(app: StoreApp, walk: HistoryScan) { (self.app, self.walk) = (app, walk) }
}

/// The outcome of looking up orders.
public struct OrderReport: Hashable, Sendable {
  /// Orders whose subscription is known now.
  public var found = 0
  /// Orders in which there is no subscription, or which the App Store does not know.
  public var absent = 0
  /// Orders whose look-up failed.
  public var failed = 0
  /// Orders that are looked up again later.
  public var waiting = 0

  /// Creates an empty report.
  public init() {}

  /// A Boolean value that indicates whether nothing was decided.
  public var isEmpty: Bool { found + absent + failed == 0 }
}
