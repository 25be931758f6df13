import SubscriptionCore

/// A purchase of a base that exists, about which a store is asked once.
public struct BackfillPurchase: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The bundle identifier or package name.
  public var app: AppID
  /// The purchase token, or any transaction identifier; text from outside.
  public var name: String
  /// The app's name for the user, where the list states one.
  public var account: AccountID?
  /// The line of the list that names it, counted from 1.
  public var line: Int

  /// Creates a purchase.
  public init(store: Store, app: AppID, name: String, account: AccountID? = nil, line: Int = 0) {
    (self.store, self.app, self.name) = (store, app, name)
    (self.account, self.line) = (account, line)
  }

  /// The text that is the same for the same purchase in another list.
  public var identity: String { "\(store.rawValue)\n\(app)\n\(name)" }
}

/// The outcome of asking about a purchase.
public enum BackfillOutcome: String, Hashable, Sendable, CaseIterable {
  /// No store has answered yet.
  case waiting
  /// The answer is in the ledger.
  case answered
  /// The store does not know it.
  case unknown
  /// The store no longer answers for it, and the ledger does not know it either.
  case gone
  /// The store knows the customer, and no subscription.
  case noSubscription
  /// The store refuses the question, as for an identifier that cannot be one.
  case invalid
  /// The answer was refused and is in quarantine.
  case refused

  /// A Boolean value that indicates whether the store was asked and had nothing to tell.
  public var isUnanswered: Bool { self != .waiting && self != .answered }
}

/// A purchase of a list in its place, and what became of it.
public struct BackfillItem: Hashable, Sendable {
  /// Its number in the ledger.
  public var number: Int64
  /// The rank by which it is asked about; see ``BackfillStore/rank(of:)``.
  public var rank: Int64
  /// The purchase; without name and account once it is answered.
  public var purchase: BackfillPurchase
  /// The outcome.
  public var outcome: BackfillOutcome

  /// Creates an item.
  public init(number: Int64, rank: Int64, purchase: BackfillPurchase, outcome: BackfillOutcome) {
    (self.number, self.rank) = (number, rank)
    (self.purchase, self.outcome) = (purchase, outcome)
  }
}

/// The purchases that lists name (`churntopd sync --ids`), and what became of asking about them.
///
/// What was asked outlives the process, so that nothing is asked twice: an entry that names the
/// item it answers (``LedgerEntry/backfill``) settles it in its own transaction. Of what was
/// answered neither name nor account is kept here.
public protocol BackfillStore: Sendable {
  /// Begins a run over a list and returns its number, greater than any before.
  func beginBackfill() throws(LedgerError) -> Int64

  /// Adds purchases to a run, each once.
  ///
  /// - Parameters:
  ///   - purchases: The purchases, each with the subscription that it is where that is known.
  ///   - run: The run; a purchase that an earlier one named belongs to this one from now on.
  ///   - again: Whether to ask also about what was asked before.
  /// - Throws: ``LedgerError``, with none of them added.
  func addBackfill(
    _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
    again: Bool
  ) throws(LedgerError)

  /// The purchases of a run and an app that wait, the nearest risk first, behind an item or from
  /// the first on.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(log *n* + `limit`).
  func openBackfill(
    run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem]

  /// Notes what became of an item without an answer.
  func settleBackfill(_ number: Int64, _ outcome: BackfillOutcome) throws(LedgerError)

  /// The number of purchases of a run by outcome.
  func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int]

  /// The purchases of a run about which a store had nothing to tell, in the order of the list.
  func unansweredBackfill(
    run: Int64, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem]
}

extension BackfillStore {
  /// The rank by which a purchase is asked about: the smaller, the sooner.
  ///
  /// What is failing comes first, by the date at which it is lost; then what else has a date; then
  /// what only notifications name, what is unknown, and what is over, the latest first.
  public static func rank(of row: SubscriberSummary?) -> Int64 {
    guard let row else { return group(3, 0) }
    let status = row.status
    switch status.state {
    case .grace, .renewalPending:
      return group(0, (status.losesAccessAt ?? status.stateSince).milliseconds)
    case .hold: return group(0, (status.retryEnds ?? status.stateSince).milliseconds)
    case .active, .canceled, .paused:
      let date = status.losesAccessAt ?? status.renewsAt ?? status.resumesAt
      return group(1, (date ?? status.paidThrough ?? status.stateSince).milliseconds)
    case .pending, .unknown: return group(2, status.stateSince.milliseconds)
    case .expired, .refunded, .superseded:
      return group(4, instantsMax - status.stateSince.milliseconds)
    }
  }

  private static var instantsMax: Int64 { 1 << 44 }

  private static func group(_ number: Int64, _ place: Int64) -> Int64 {
    number * instantsMax + min(max(place, 0), instantsMax - 1)
  }
}
