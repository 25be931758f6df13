import EventLedger
import SubscriptionCore

/// The recovery rates of the renewals that failed in a period.
struct RecoveryLine: Hashable, Sendable {
  /// The period of the failures, as `7 d` for the last seven days or `60-90 d`.
  var title: String
  /// The same in a sentence.
  var when: String
  /// A Boolean value that indicates whether every store has stopped its retries by now.
  var isClosed: Bool
  /// A Boolean value that indicates whether the shares stay: retries are over, and the store has
  /// reported the outcome of each failure.
  var isFinal: Bool { isClosed && open == 0 }
  /// Recovered in grace, of those that entered it.
  var grace: Rate
  /// Recovered in hold, of those that entered it.
  var hold: Rate
  /// Failures without an outcome.
  var open: Int

  /// After so many days a store has given up: both try for at most 60.
  static let finalAfter = 60

  init(_ counts: OverviewFigures.Recovery, title: String, when: String, isClosed: Bool) {
    (self.title, self.when, self.isClosed) = (title, when, isClosed)
    (grace, hold, open) = (counts.graceRate, counts.holdRate, counts.open)
  }

  /// The failures of the last week and month, whose shares can still grow, and then those of 60 to
  /// 90 and 90 to 120 days ago, whose retries are over.
  static func all(_ figures: OverviewFigures) -> [RecoveryLine] {
    let recent = figures.recovery.filter { $0.windowDays < finalAfter }
      .sorted { $0.windowDays < $1.windowDays }
      .map { window in
        RecoveryLine(
          window, title: "\(window.windowDays) d",
          when: "in the last \(window.windowDays) days", isClosed: false)
      }
    return recent + [closed(figures), former(figures)].compactMap(\.self)
  }

  /// The failures of 60 to 90 days ago; `nil` where they are not counted.
  static func closed(_ figures: OverviewFigures) -> RecoveryLine? {
    figures.recoveryComparison.map {
      RecoveryLine($0.later, title: "60-90 d", when: "60 to 90 days ago", isClosed: true)
    }
  }

  /// The failures of 90 to 120 days ago, which those of 60 to 90 days ago are compared with.
  private static func former(_ figures: OverviewFigures) -> RecoveryLine? {
    figures.recoveryComparison.map {
      RecoveryLine($0.earlier, title: "90-120 d", when: "90 to 120 days ago", isClosed: true)
    }
  }

  /// The line as a sentence.
  var sentence: String {
    "Renewals that failed \(when): recovered in grace \(grace.words), in hold \(hold.words); "
      + (isFinal
        ? "this is final."
        : "\(Formatting.count(open)) still \(isClosed ? "without an outcome" : "in recovery"), "
          + "so this is not final.")
  }
}

extension Rate {
  /// The share in per cent, rounded to the nearest; `nil` of nothing.
  var percent: Int? { denominator > 0 ? (numerator * 200 + denominator) / (denominator * 2) : nil }

  /// The share in words, for example `3 of 9 (33 %)`.
  var words: String {
    percent.map {
      "\(Formatting.count(numerator)) of \(Formatting.count(denominator)) (\($0) %)"
    } ?? "none entered"
  }
}

extension RecoveryComparison {
  /// A Boolean value that indicates whether a rate has changed by more than noise.
  var isMoreThanNoise: Bool { grace.direction != .noise || hold.direction != .noise }

  /// The comparison as a sentence.
  var sentence: String {
    "Compared with failures of 90 to 120 days ago, recovery of those of 60 to 90 days ago is "
      + "\(grace.words) in grace and \(hold.words) in hold (95 %)."
  }
}

extension RecoveryComparison.Change {
  /// The direction in words.
  fileprivate var words: String {
    switch direction {
    case .up: "higher by more than noise"
    case .down: "lower by more than noise"
    case .noise: "not different by more than noise"
    }
  }
}
