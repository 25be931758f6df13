import EventLedger

/// The recovery rates of the renewals that failed in a period.
struct RecoveryLine: Hashable, Sendable {
  /// A part of a whole.
  struct Share: Hashable, Sendable {
    /// The number of recovered ones.
    var part: Int
    /// Of how many that entered.
    var whole: Int

    /// The share in per cent, rounded to the nearest; `nil` of nothing.
    var percent: Int? { whole > 0 ? (part * 200 + whole) / (whole * 2) : nil }

    /// The trend against another share, compared exactly: 1 for greater, -1 for smaller, 0 for
    /// equal or where one of them is a share of nothing.
    func trend(against other: Share) -> Int {
      guard whole > 0, other.whole > 0 else { return 0 }
      return (part * other.whole - other.part * whole).signum()
    }

    /// The share in words, for example `3 of 9 (33 %)`.
    var words: String {
      percent.map { "\(part) of \(whole) (\($0) %)" } ?? "none entered"
    }
  }

  /// The period of the failures, as `7 d` for the last seven days or `60-90 d`.
  var title: String
  /// The same in a sentence.
  var when: String
  /// A Boolean value that indicates whether every store has given up on what is not recovered by
  /// now, so that the shares stay.
  var isFinal: Bool
  /// Recovered in grace, of those that entered it.
  var grace: Share
  /// Recovered in hold, of those that entered it.
  var hold: Share
  /// Failures that are still being retried.
  var open: Int

  /// After so many days a store has given up, and a share is final: both try for at most 60.
  static let finalAfter = 60

  init(_ counts: OverviewFigures.Recovery, title: String, when: String, isFinal: Bool) {
    (self.title, self.when, self.isFinal) = (title, when, isFinal)
    grace = Share(part: counts.recoveredInGrace, whole: counts.enteredGrace)
    hold = Share(part: counts.recoveredInHold, whole: counts.enteredHold)
    open = counts.open
  }

  /// The failures of the last week and month, whose shares can still grow, and then those of 60 to
  /// 90 days ago, whose shares are final.
  static func all(_ figures: OverviewFigures) -> [RecoveryLine] {
    let recent = figures.recovery.filter { $0.windowDays < finalAfter }
      .sorted { $0.windowDays < $1.windowDays }
      .map { window in
        RecoveryLine(
          window, title: "\(window.windowDays) d",
          when: "in the last \(window.windowDays) days", isFinal: false)
      }
    return recent + [closed(figures)].compactMap(\.self)
  }

  /// The failures of 60 to 90 days ago; `nil` where they are not counted.
  static func closed(_ figures: OverviewFigures) -> RecoveryLine? {
    figures.recovery(from: finalAfter, to: 90)
      .map { RecoveryLine($0, title: "60-90 d", when: "60 to 90 days ago", isFinal: true) }
  }

  /// The failures of 90 to 120 days ago, which those of 60 to 90 days ago can be compared with.
  static func former(_ figures: OverviewFigures) -> RecoveryLine? {
    figures.recovery(from: 90, to: 120)
      .map { RecoveryLine($0, title: "90-120 d", when: "90 to 120 days ago", isFinal: true) }
  }

  /// The line as a sentence.
  var sentence: String {
    "Renewals that failed \(when): recovered in grace \(grace.words), in hold \(hold.words); "
      + (isFinal ? "this is final." : "\(open) still in recovery, so this is not final.")
  }
}
