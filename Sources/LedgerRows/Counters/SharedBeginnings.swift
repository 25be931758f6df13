import EventLedger
import SubscriptionCore

/// The lengths of the beginnings that the lists of two rows have in common, which add the same to
/// the counters.
public struct SharedBeginnings: Sendable {
  private(set) var standings = 0
  private(set) var ends = 0
  private(set) var episodes = 0
  private(set) var renewals = 0
  private(set) var refunds = 0

  /// Nothing in common.
  public static let none = SharedBeginnings()

  private init() {}

  /// Compares two rows.
  public init(of old: SubscriberProjection?, and new: SubscriberProjection?) {
    guard let old, let new, old.summary.environment == .production,
      new.summary.environment == .production
    else { return }
    standings = shared(old.days.standings, new.days.standings)
    // All others count for groups as well, which a row may have left.
    let isOfSameGroups = MetricsDimension.allCases.allSatisfy { dimension in
      dimension.value(of: old.summary) == dimension.value(of: new.summary)
    }
    guard isOfSameGroups else { return }
    ends = shared(old.days.ends, new.days.ends)
    episodes = shared(old.episodes, new.episodes)
    renewals = shared(old.days.renewals, new.days.renewals)
    refunds = shared(old.days.refunds, new.days.refunds)
  }

  private func shared<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
    let most = min(one.count, other.count)
    return (0..<most).first { one[$0] != other[$0] } ?? most
  }
}
