import EventLedger

/// How many failed renewals of a window of time were paid after all, in grace and in hold.
struct RecoveryLine: Hashable, Sendable {
  /// A part of a whole.
  struct Share: Hashable, Sendable {
    /// How many were recovered.
    var part: Int
    /// Of how many that entered.
    var whole: Int

    /// The share in per cent, rounded to the nearest; `nil` of nothing.
    var percent: Int? { whole > 0 ? (part * 200 + whole) / (whole * 2) : nil }

    /// Whether it is greater (1) or smaller (-1) than another share, exactly; 0 where they are
    /// equal or one of them is a share of nothing.
    func trend(against other: Share) -> Int {
      guard whole > 0, other.whole > 0 else { return 0 }
      return (part * other.whole - other.part * whole).signum()
    }

    /// The share in words, for example `3 of 9 (33 %)`.
    var words: String {
      percent.map { "\(part) of \(whole) (\($0) %)" } ?? "none entered"
    }
  }

  /// The length of the window in days, ending now.
  var days: Int
  /// Recovered in grace, of those that entered it.
  var grace: Share
  /// Recovered in hold, of those that entered it.
  var hold: Share
  /// Episodes of the window that are still open, so that the shares can only grow.
  var open: Int

  /// The windows of the figures, shortest first.
  static func all(_ figures: OverviewFigures) -> [RecoveryLine] {
    figures.recovery.sorted { $0.windowDays < $1.windowDays }.map { window in
      RecoveryLine(
        days: window.windowDays,
        grace: Share(part: window.recoveredInGrace, whole: window.enteredGrace),
        hold: Share(part: window.recoveredInHold, whole: window.enteredHold), open: window.open)
    }
  }

  /// The line as a sentence.
  var sentence: String {
    "Renewals that failed in the last \(days) days: recovered in grace \(grace.words), in hold "
      + "\(hold.words); \(open) still open."
  }
}
