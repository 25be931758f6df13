import SubscriptionCore

/// What is remembered of asking the stores beside what they answered.
///
/// Losing it costs questions, never data: walks begin anew, and what they find again is stored
/// already.
public struct SyncCheckpoints: Hashable, Sendable, Codable {
  /// How far one walk has come.
  public struct Progress: Hashable, Sendable, Codable {
    /// Everything before that was taken in; `nil` before the first walk ended.
    public var readTo: Timestamp?
    /// The walk that is not at its end.
    public var open: HistoryScan?

    /// Creates a walk's progress.
    public init(readTo: Timestamp? = nil, open: HistoryScan? = nil) {
      (self.readTo, self.open) = (readTo, open)
    }
  }

  /// The walks, by the name of the app and what is walked through.
  private var walks: [String: Progress] = [:]
  /// Until when a subscription is not to be asked about again, by its id.
  private var waits: [String: Timestamp] = [:]
  /// Until when an app is not to be asked about at all, by its name.
  private var pauses: [String: Timestamp] = [:]

  /// Creates a memory of nothing.
  public init() {}

  /// How far a walk of an app has come.
  public subscript(app: StoreApp, kind: HistoryScan.Kind) -> Progress {
    get { walks["\(app.name) \(kind.rawValue)"] ?? Progress() }
    set { walks["\(app.name) \(kind.rawValue)"] = newValue }
  }

  /// Whether a subscription is not to be asked about yet.
  public func waits(_ id: SubscriptionID, at now: Timestamp) -> Bool {
    waits[id.rawValue].map { $0 > now } ?? false
  }

  /// Whether an app is not to be asked about yet, since its store refused or failed.
  public func isPaused(_ app: StoreApp, at now: Timestamp) -> Bool {
    pauses[app.name].map { $0 > now } ?? false
  }

  /// Notes that an app is not to be asked about before an instant.
  public mutating func pause(_ app: StoreApp, until: Timestamp) { pauses[app.name] = until }

  /// How many subscriptions are not to be asked about yet.
  public var waitCount: Int { waits.count }

  /// Notes that a subscription is not to be asked about before an instant; forgets what is over.
  public mutating func wait(_ id: SubscriptionID, until: Timestamp, now: Timestamp) {
    if waits.count >= Self.waitsMax { waits = waits.filter { $0.value > now } }
    if waits.count < Self.waitsMax { waits[id.rawValue] = until }
  }

  /// Notes that a page of a walk was taken in.
  ///
  /// - Parameters:
  ///   - walk: The walk, as it was asked.
  ///   - nextPage: The token of the page that follows; `nil` at the end.
  ///   - app: The app.
  public mutating func took(_ walk: HistoryScan, nextPage: String?, of app: StoreApp) {
    var progress = self[app, walk.kind]
    if let nextPage {
      progress.open = walk
      progress.open?.page = nextPage
    } else {
      progress = Progress(readTo: walk.to)
    }
    self[app, walk.kind] = progress
  }

  /// Forgets the page of a walk, which the store does not take any more; it begins anew.
  public mutating func restart(_ kind: HistoryScan.Kind, of app: StoreApp) {
    self[app, kind].open = nil
  }

  private static let waitsMax = 20_000
}
