import SubscriptionCore

/// The counters of the table `counters`, which make a figure a sum over few rows and never a scan.
///
/// Every kind counts production subscriptions, except ``outside``. A dated kind counts by the
/// hour or day of an instant; the hours at the ends of a range are counted row by row, through an
/// index that holds nothing else (``Boundary``).
public enum CounterKind: Int, CaseIterable, Sendable {
  /// By state and currency.
  case state = 1
  /// Subscriptions outside production.
  case outside
  /// Due prompts by state.
  case due
  /// Suppressed prompts.
  case suppressed
  /// Subscriptions with anomalies.
  case anomalies
  /// In grace, by the hour in which access ends, and currency.
  case loss
  /// In hold, by the hour in which the tries end, and currency.
  case retry
  /// Due prompts by the hour since which they are due.
  case dueSince
  /// Scheduled prompts by their hour.
  case scheduled
  /// Snoozed prompts by the hour in which they go on.
  case snoozed
  /// Ended, by day and cause.
  case ended
  /// Billing episodes by the day of the failure, by class and currency, with the prices of the
  /// failed renewals.
  case episode
  /// By the hour, how many more came into a state than left it.
  case flowByHour
  /// By state and currency, how many more were so at the end of a day than the day before, over all
  /// days.
  case standing
  /// Billing episodes by the day on which they ended, by class and currency, with the prices of the
  /// failed renewals.
  case closed
  /// Ends by day and cause, those included after which a subscription went on.
  case end
  /// Collected renewals by day and currency.
  case renewal
  /// Subscriptions by the day on which they began.
  case started
  /// Refunded payments by day.
  case refund
  /// First payments after a free trial that were paid at once, by day.
  case firstPayment
  /// By day, the change in the number of subscriptions that have not ended but that no churn rate
  /// counts.
  case exempt

  /// The number of the rules by which rows are counted: when it changes, everything is counted
  /// again.
  public static let rules = 3

  /// The length of a bucket in milliseconds; 0 for kinds that are not dated.
  public var bucketLength: Int64 {
    switch self {
    case .state, .outside, .due, .suppressed, .anomalies: 0
    case .loss, .retry, .dueSince, .scheduled, .snoozed, .flowByHour: 3_600_000
    case .ended, .episode, .standing, .closed, .end, .renewal, .started, .refund, .firstPayment,
      .exempt:
      86_400_000
    }
  }

  /// A Boolean value that indicates whether the instants are those of things that have happened, so
  /// that none lies ahead.
  public var isPast: Bool {
    switch self {
    case .episode, .ended: true
    case .state, .outside, .due, .suppressed, .anomalies, .loss, .retry, .dueSince, .scheduled,
      .snoozed, .flowByHour, .standing, .closed, .end, .renewal, .started, .refund, .firstPayment,
      .exempt:
      false
    }
  }

  /// The bucket in which an instant lies.
  public func bucket(of instant: Timestamp) -> Int64 {
    bucketLength == 0 ? 0 : instant.milliseconds.floored(to: bucketLength)
  }

  /// The bucket of a dated kind for rows without the date, beyond every instant.
  public static let undated = Int64.max

  /// The rows of a kind that lie in part of a bucket.
  public struct Boundary {
    /// The column that holds the instant.
    public var column: String
    /// The expression for the variant.
    public var variant: String
    /// The condition that makes a row one of this kind.
    public var condition: String
  }

  /// The rows of the kind that lie in part of a bucket; `nil` where no figure asks for parts.
  public var boundary: Boundary? {
    let production = "environment = \(CounterKind.productionCode)"
    return switch self {
    case .loss:
      Boundary(
        column: "losesAt", variant: "mrrCurrency",
        condition: "state = \(SubscriptionState.grace.code) AND \(production)")
    case .retry:
      Boundary(
        column: "retryEnds", variant: "mrrCurrency",
        condition: "state = \(SubscriptionState.hold.code) AND \(production)")
    case .dueSince:
      Boundary(column: "dueAt", variant: "verdict", condition: "verdict = 1 AND \(production)")
    case .scheduled:
      Boundary(column: "dueAt", variant: "verdict", condition: "verdict = 2 AND \(production)")
    case .snoozed:
      Boundary(
        column: "snoozedUntil", variant: "verdict",
        condition: "snoozedUntil IS NOT NULL AND \(production)")
    case .ended:
      Boundary(
        column: "endedAt", variant: "cause", condition: "endedAt IS NOT NULL AND \(production)")
    case .state, .outside, .due, .suppressed, .anomalies, .episode, .flowByHour, .standing,
      .closed, .end, .renewal, .started, .refund, .firstPayment, .exempt:
      nil
    }
  }

  private static let productionCode =
    SubscriberField.environment.code(of: StoreEnvironment.production.rawValue)
}
