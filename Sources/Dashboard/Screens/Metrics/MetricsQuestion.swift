import SubscriptionCore

/// A query for the metrics of a window of days, of the subscriptions that satisfy a filter.
public struct MetricsQuestion: Hashable, Sendable {
  /// The part of a report that is asked for.
  public enum Part: Hashable, Sendable {
    /// All of it, before the screen is opened; nothing where it is not there at once.
    case ahead
    /// The figures that the counts of days give, or more where more is there at once.
    case days
    /// All figures but the effect of prompts, which are there at once where the ledger has its
    /// episodes packed; or all of it.
    case figures
    /// All of it.
    case everything
  }

  /// The whole days of the window, yesterday the last.
  public var days = 30
  /// The property by which the metrics are grouped; `nil` for none.
  public var grouping: MetricsGrouping?
  /// The filter of the subscriptions; `nil` for all.
  public var filter: Filter?

  /// The windows that can be chosen.
  public static let windows = [7, 30, 90]
  /// The properties that can be chosen, none first.
  public static let groupings: [MetricsGrouping?] = [
    nil, .store, .product, .plan, .country, .app, .tag,
  ]
}
