import PlainText
import SubscriptionCore

/// The checkpoints of syncing: the progress of history scans, and pauses.
///
/// Losing them costs repeated requests, never data: scans restart, and what they find again is
/// stored already. Those of another ledger, or of one that was put back from a backup, would cost
/// data, since what they call stored is not there: ``mark`` shows which ledger they are of.
public struct SyncCheckpoints: Hashable, Sendable, Codable {
  /// The progress of one history scan.
  public struct Progress: Hashable, Sendable, Codable {
    /// The instant up to which everything is stored; `nil` before the first scan ended.
    public var readTo: Timestamp?
    /// The unfinished scan.
    public var open: HistoryScan?

    /// Creates a scan's progress.
    public init(readTo: Timestamp? = nil, open: HistoryScan? = nil) {
      (self.readTo, self.open) = (readTo, open)
    }
  }

  /// The latest entry of the ledger that they are of; `nil` for those of an earlier version.
  public var mark: EntryMark?
  /// The history scans, by the name of the app and the kind.
  private var walks: [String: Progress] = [:]
  /// The end of each subscription's pause, by a hash of its identifier: an erasure does not reach
  /// this file.
  private var waits: [String: Timestamp] = [:]
  /// The end of each app's pause, by its name.
  private var pauses: [String: Timestamp] = [:]

  /// Creates empty checkpoints.
  public init() {}

  /// The progress of a history scan of an app.
  public subscript(app: StoreApp, kind: HistoryScan.Kind) -> Progress {
    get { walks["\(app.name) \(kind.rawValue)"] ?? Progress() }
    set { walks["\(app.name) \(kind.rawValue)"] = newValue }
  }

  /// The longest pause that a ``SyncPolicy`` or a store's `Retry-After` leads to.
  ///
  /// An end that is farther away was written by a clock that was ahead, and is no pause.
  public static let longestPause = Duration.days(1)

  private static func isOpen(_ end: Timestamp, at now: Timestamp) -> Bool {
    end > now && end - now <= longestPause
  }

  /// A Boolean value that indicates whether a subscription is paused.
  public func waits(_ id: SubscriptionID, at now: Timestamp) -> Bool {
    waits[Self.key(id)].map { Self.isOpen($0, at: now) } ?? false
  }

  /// The end of an app's pause, because its store refused or failed; `nil` if it is not paused.
  public func pauseEnd(of app: StoreApp, at now: Timestamp) -> Timestamp? {
    pauses[app.name].flatMap { Self.isOpen($0, at: now) ? $0 : nil }
  }

  /// Pauses an app until an instant.
  public mutating func pause(_ app: StoreApp, until: Timestamp) { pauses[app.name] = until }

  /// The number of paused subscriptions.
  public var waitCount: Int { waits.count }

  /// Pauses a subscription until an instant, and removes pauses that are over if there are many.
  public mutating func wait(_ id: SubscriptionID, until: Timestamp, now: Timestamp) {
    if waits.count >= Self.waitsMax { removeEndedWaits(at: now) }
    if waits.count < Self.waitsMax { waits[Self.key(id)] = until }
  }

  /// Removes the pauses of subscriptions that are over.
  public mutating func removeEndedWaits(at now: Timestamp) {
    waits = waits.filter { Self.isOpen($0.value, at: now) }
  }

  private static func key(_ id: SubscriptionID) -> String {
    String(FNV1a.hash(id.rawValue.utf8), radix: 36)
  }

  /// Records that a page of a scan, as it was requested, is stored, with the token of the page that
  /// follows, if any.
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

  /// Removes the progress of scans and the pauses of subscriptions, which say what is stored;
  /// stores that refused or failed stay paused.
  public mutating func restart() {
    let pauses = pauses
    self = SyncCheckpoints()
    self.pauses = pauses
  }

  /// Restarts a scan whose page token the store no longer accepts.
  public mutating func restart(_ kind: HistoryScan.Kind, of app: StoreApp) {
    self[app, kind].open = nil
  }

  private static let waitsMax = 20_000
}

/// The storage of a ``SyncCheckpoints`` between processes.
public protocol SyncCheckpointStore: Sendable {
  /// The checkpoints that were saved last; empty ones where there are none or they cannot be read.
  func load() -> SyncCheckpoints

  /// Saves as a whole; where that fails, they last as long as the storage.
  func save(_ checkpoints: SyncCheckpoints)
}
