/// The days on which a subscription adds to daily figures: its renewals, refunds, ends, and the
/// changes of its state and its monthly amount.
///
/// Days are numbered from 1 January 1970, in UTC. Every list is in the order of its days, so that a
/// further event mostly adds to the end of a list and leaves the rest as it was.
public struct SubscriptionDays: Hashable, Sendable {
  /// The state and the monthly amount at the end of a day, which last until the next one.
  public struct Standing: Hashable, Sendable {
    /// The day.
    public var day: Int
    /// The state.
    public var state: SubscriptionState
    /// The price per month; `nil` if it is unknown, and after the end.
    public var mrr: Money?

    /// Creates a standing.
    public init(day: Int, state: SubscriptionState, mrr: Money?) {
      (self.day, self.state, self.mrr) = (day, state, mrr)
    }
  }

  /// A renewal that the store collected.
  public struct Renewal: Hashable, Sendable {
    /// The day.
    public var day: Int
    /// The amount; `nil` if no store stated it.
    public var amount: Money?

    /// Creates a renewal.
    public init(day: Int, amount: Money?) { (self.day, self.amount) = (day, amount) }
  }

  /// An end of the subscription, after which it may have begun again.
  public struct End: Hashable, Sendable {
    /// The day.
    public var day: Int
    /// The cause; `nil` if no store states it.
    public var cause: ChurnCause?

    /// Creates an end.
    public init(day: Int, cause: ChurnCause?) { (self.day, self.cause) = (day, cause) }
  }

  /// The day on which it began; `nil` while its first payment is pending.
  public var started: Int?
  /// The days at whose ends the state or the monthly amount was another than the day before.
  public var standings: [Standing]
  /// The renewals.
  public var renewals: [Renewal]
  /// The days on which a payment was refunded.
  public var refunds: [Int]
  /// The ends.
  public var ends: [End]
  /// The days on which the first payment after a free trial was paid at once, without a failure
  /// before it.
  public var firstPayments: [Int]
  /// The day since which no churn rate counts the subscription; `nil` if they count it.
  ///
  /// It is the first day of a family member, who pays nothing, and otherwise the day on which one
  /// whose renewal no store reported has most likely ended.
  public var exemptSince: Int?

  /// Creates days; without any, for a subscription that adds to none.
  public init(
    started: Int? = nil, standings: [Standing] = [], renewals: [Renewal] = [],
    refunds: [Int] = [], ends: [End] = [], firstPayments: [Int] = [], exemptSince: Int? = nil
  ) {
    (self.started, self.standings, self.renewals) = (started, standings, renewals)
    (self.refunds, self.ends, self.firstPayments) = (refunds, ends, firstPayments)
    self.exemptSince = exemptSince
  }

  /// The days on which the subscription became one that has not ended but that no churn rate
  /// counts (1), or ceased to be one (-1).
  public var exemptions: [(day: Int, change: Int)] {
    guard let exemptSince else { return [] }
    var changes: [(day: Int, change: Int)] = []
    for standing in standings where standing.state.isLive != (changes.count % 2 == 1) {
      changes.append((max(standing.day, exemptSince), standing.state.isLive ? 1 : -1))
    }
    return changes
  }

  /// Returns the number of the day in which an instant lies.
  public static func number(of instant: Timestamp) -> Int {
    Int(instant.milliseconds.quotientFloored(by: 86_400_000))
  }
}
