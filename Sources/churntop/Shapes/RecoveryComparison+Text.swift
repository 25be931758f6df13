import EventLedger
import SubscriptionCore

/// The comparison of final recovery rates as text and JSON.
extension RecoveryComparison {
  /// A sentence for grace and one for hold.
  var sentences: [String] {
    [("grace", grace), ("hold", hold)].map { name, change in
      let (rate, previous) = (change.rate, change.previous)
      return "Recovered in \(name) of failures 60 to 90 days ago: \(Self.share(rate)); of those 90 "
        + "to 120 days ago: \(Self.share(previous)); \(Self.word(change.direction))."
    }
  }

  private static func share(_ rate: Rate) -> String {
    rate.share.map(MetricsText.percent) ?? "none entered"
  }

  private static func word(_ direction: MetricChange) -> String {
    switch direction {
    case .up: "higher by more than noise (95 %)"
    case .down: "lower by more than noise (95 %)"
    case .noise: "no more than noise (95 %)"
    }
  }

  /// Both rates with their parts and intervals, and the direction of a change beyond noise.
  var json: JSON {
    [
      "failedDaysAgo": ["from": 60, "to": 90], "previousDaysAgo": ["from": 90, "to": 120],
      "recoveredInGrace": Self.json(grace), "recoveredInHold": Self.json(hold),
    ]
  }

  private static func json(_ change: Change) -> JSON {
    [
      "value": MetricsDocument.rate(change.rate),
      "previous": MetricsDocument.rate(change.previous),
      "change": .string(change.direction.name),
    ]
  }
}

extension MetricChange {
  /// The name in data.
  var name: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .noise: "noise"
    }
  }
}
