import SubscriptionCore

/// The consequences of an action, counted over its subscribers.
public struct ActionPreview: Hashable, Sendable {
  /// The number of subscribers that the ledger has.
  public var known = 0
  /// Those who lose access before the snooze ends, soonest first, at most ``namesMax``.
  public var losing: [SubscriptionID] = []
  /// The number of subscribers who lose access before the snooze ends.
  public var losingCount = 0
  /// Those for whom the store stops trying before the snooze ends, soonest first, at most
  /// ``namesMax``.
  public var outlasting: [SubscriptionID] = []
  /// For how many the store stops trying before the snooze ends.
  public var outlastingCount = 0
  /// The number of subscribers with a prompt that is due now.
  public var due = 0
  /// The number of prompts that are due in the whole ledger.
  public var dueInAll = 0
  /// The number of subscribers without a failing payment.
  public var notFailing = 0
  /// The number of subscribers whose prompts an operator has suppressed.
  public var suppressed = 0
  /// Those for whom nothing is left to take back or to bring back.
  public var settled: [SubscriptionID] = []
  /// The event that settled the first of them; `nil` where this ledger does not have the recorded
  /// one.
  public var settledBy: SubscriptionEvent?
  /// The step of each shown prompt.
  public var steps: [SubscriptionID: Int] = [:]
  /// The number of subscribers that each operator has claimed.
  public var claims: [String: Int] = [:]

  /// The most identifiers that are named.
  public static let namesMax = 3

  /// Creates an empty preview.
  public init() {}

  /// Counts over the rows of those concerned.
  public init(of action: OperatorAction, rows: [SubscriberSummary], dueInAll: Int, now: Timestamp) {
    known = rows.count
    self.dueInAll = dueInAll
    var ends: [(Timestamp, SubscriptionID)] = []
    var tries: [(Timestamp, SubscriptionID)] = []
    for row in rows {
      if row.status.prompt.isDue { due += 1 }
      if !row.status.state.isFailing { notFailing += 1 }
      if row.status.prompt.verdict.withheldReason == .suppressed { suppressed += 1 }
      if action.kind == .promptShown { steps[row.id] = row.stepShown }
      if let actor = row.claimedBy { claims[actor, default: 0] += 1 }
      if action.kind == .promptSnoozed, let until = action.until,
        let end = row.status.losesAccessAt, end <= until
      {
        ends.append((end, row.id))
      }
      if action.kind == .promptSnoozed, let until = action.until, row.status.state.isFailing,
        let end = row.status.retryEnds, end <= until
      {
        tries.append((end, row.id))
      }
    }
    losingCount = ends.count
    losing = ends.sorted { $0 < $1 }.prefix(Self.namesMax).map(\.1)
    outlastingCount = tries.count
    outlasting = tries.sorted { $0 < $1 }.prefix(Self.namesMax).map(\.1)
  }
}
