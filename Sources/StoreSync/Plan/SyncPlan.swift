import EventLedger
import SubscriptionCore

/// The requests to make next, in order, by the ledger, the checkpoints and the time.
///
/// Requested refreshes come first, then history scans, then subscriptions that lose access soonest,
/// then purchases that are known by notifications only.
public struct SyncPlan: Hashable, Sendable {
  /// The requests, the most urgent first.
  public var questions: [StoreRequest] = []
  /// The number of subscriptions beyond the quota, at least.
  public var left = 0
  /// The end of the pause of each app that is not asked now, because its store refused or failed.
  public var pauses: [StoreApp: Timestamp] = [:]
  /// The latest entry of the ledger when the plan was made, which the checkpoints get with the
  /// answers.
  public var mark: EntryMark
  /// A Boolean value that indicates whether scans start over, because the ledger lacks what the
  /// checkpoints call stored.
  public var isAnew = false

  /// The history scans that cover everything that the store keeps, which take long.
  public var wholeWalks: [WalkProgress] {
    questions.compactMap { question in
      guard case .walk(let walk) = question.subject else { return nil }
      let progress = WalkProgress(app: question.app, walk: walk)
      return progress.isWhole ? progress : nil
    }
  }

  /// The requests that are planned.
  public enum Scope: Hashable, Sendable {
    /// Everything.
    case everything
    /// Requested refreshes only.
    case requests
  }

  /// Creates a plan from a ledger that is only read and whose rows are of the present; scans may
  /// start over although the ledger is that of the checkpoints.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  /// - Complexity: O((*q* + *p*) log *n*) for a quota *q*, *n* subscribers, and *p* of them that
  ///   are more urgent and cannot be asked about.
  public init(
    ledger: any Ledger, apps: [StoreApp], checkpoints: SyncCheckpoints, scope: Scope = .everything,
    isAnew: Bool = false, policy: SyncPolicy, now: Timestamp
  ) throws(LedgerError) {
    var checkpoints = checkpoints
    let isKnown = try checkpoints.mark?.isIn(ledger) ?? true
    self.isAnew = isAnew || !isKnown
    mark = try EntryMark(latestOf: ledger)
    if self.isAnew { checkpoints.restart() }
    for app in apps { pauses[app] = checkpoints.pauseEnd(of: app, at: now) }
    let apps = apps.filter { [pauses] in pauses[$0] == nil }
    var draft = Draft(
      ledger: ledger, apps: apps, checkpoints: checkpoints, policy: policy, now: now)
    try draft.addRequests()
    let requests = draft.takeQuestions()
    guard scope == .everything else {
      (questions, left) = (try named(requests, in: ledger), draft.left)
      return
    }
    let walks = apps.flatMap { app in
      HistoryScan.Kind.allCases.compactMap { draft.walk($0, of: app) }
    }
    try draft.addAtRisk()
    try draft.addUnanswered()
    let rest = draft.takeQuestions()
    questions = try named(requests, in: ledger) + walks + named(rest, in: ledger)
    left = draft.left
  }

  /// The requests about subscriptions of which the store's name is known.
  private func named(
    _ wanted: [Draft.Wanted], in ledger: any Ledger
  ) throws(LedgerError) -> [StoreRequest] {
    let purchases = try ledger.subscribers(wanted.map(\.id)).compactMap { KnownPurchase($0) }
    let known = Dictionary(purchases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return wanted.compactMap { wanted in
      guard let purchase = known[wanted.id] else { return nil }
      return StoreRequest(.subscription(purchase, wanted.reason), of: wanted.app)
    }
  }
}
