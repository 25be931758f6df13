import EventLedger
import SubscriptionCore

/// What to ask the stores next, in order: what a ledger, a memory and the time make necessary.
///
/// Requests come first, then gaps in what was heard, then those who lose access soonest, then
/// purchases that no store was ever asked about.
public struct SyncPlan: Hashable, Sendable {
  /// The questions, the most urgent first.
  public var questions: [StoreRequest] = []
  /// How many more subscriptions were to be asked about than the quota allows, at least.
  public var left = 0

  /// The walks that go as far back as the store can be asked, which take long.
  public var wholeWalks: [WalkProgress] {
    questions.compactMap { question in
      guard case .walk(let walk) = question.subject, walk.isWhole else { return nil }
      return WalkProgress(app: question.app, walk: walk)
    }
  }

  /// Which questions are planned.
  public enum Scope: Hashable, Sendable {
    /// Everything.
    case everything
    /// Only what somebody requested.
    case requests
  }

  /// Plans.
  ///
  /// - Parameters:
  ///   - ledger: What is known; read only.
  ///   - apps: The apps that can be asked about.
  ///   - checkpoints: What was asked before.
  ///   - scope: Which questions are wanted.
  ///   - policy: How much may be asked.
  ///   - now: The present, up to which the ledger's rows stand.
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(*q* log *n*) for a quota *q* and *n* subscribers.
  public init(
    ledger: any Ledger, apps: [StoreApp], checkpoints: SyncCheckpoints, scope: Scope = .everything,
    policy: SyncPolicy, now: Timestamp
  ) throws(LedgerError) {
    let apps = apps.filter { !checkpoints.isPaused($0, at: now) }
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

  /// The questions about subscriptions for which the store has a name.
  private func named(
    _ wanted: [Draft.Wanted], in ledger: any Ledger
  ) throws(LedgerError) -> [StoreRequest] {
    let purchases = try ledger.subscribers(wanted.map(\.id)).compactMap { KnownPurchase($0) }
    let known = Dictionary(
      purchases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return wanted.compactMap { wanted in
      guard let purchase = known[wanted.id] else { return nil }
      return StoreRequest(.subscription(purchase, wanted.reason), of: wanted.app)
    }
  }
}
