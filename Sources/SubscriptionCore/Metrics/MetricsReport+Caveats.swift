extension MetricsReport {
  /// A reason for which figures stand without another window beside them; the JSON contract fixes
  /// the raw values.
  public enum Caveat: String, Hashable, Sendable, CaseIterable {
    /// The window before began before the ledger knew anything.
    case beforeUnknown
    /// The latest closed window began before the ledger knew anything.
    case finalUnknown
    /// The last day of the window is not over.
    case unfinished
  }

  /// The reasons for which figures have no value of the window before, or no final one.
  public var caveats: [Caveat] {
    Caveat.allCases.filter { caveat in
      switch caveat {
      case .beforeUnknown: failuresKnownFrom != nil
      case .finalUnknown: !Self.isKnown(closed, since: firstFailure)
      case .unfinished: MetricsWindows(window, now: now).isUnfinished
      }
    }
  }

  /// The sentence about the figures that a filter leaves out; `nil` without one.
  ///
  /// Episodes satisfy a filter one by one, while renewals, ends, refunds and states are kept as
  /// counts of days.
  public var filterSentence: String? {
    guard filter != nil, self[.mrr] == nil else { return nil }
    return "\(Self.filterWords); by store, product, country and app they are there without one."
  }

  /// The figures that a filter leaves out, in few words.
  public static let filterWords =
    "Churn, refunds, MRR and rates of attempts are not counted by filter"

  /// The sentence about the figures that the groups do not have, or have of other days; `nil`
  /// where they have all of the window.
  public var groupingSentence: String? {
    switch grouping {
    case .tag:
      "By tag there is no churn, refund rate, MRR or rate of attempts: days are not counted by tag."
    case .plan where filter == nil:
      "By plan there is no rate of attempts: a failure counts by the plan that failed, a renewal "
        + "by the plan of today."
    case .cohort where filter == nil:
      "By week, churn, refunds, MRR and rates of attempts are those of the calendar week, of all."
    case .store, .product, .country, .app, .plan, .cohort, nil: nil
    }
  }

  /// The day of the first failure that the ledger knows of, if that is after the window before
  /// began: the days before it say nothing.
  public var failuresKnownFrom: CivilDate? {
    Self.isKnown(previous, since: firstFailure) ? nil : firstFailure
  }

  /// The caveats in sentences.
  public var caveatSentences: [String] {
    let first = firstFailure?.iso8601 ?? ""
    return caveats.map { caveat in
      switch caveat {
      case .beforeUnknown:
        "No failure is known before \(first), so nothing but MRR has a value before"
          + (Self.isKnown(window, since: firstFailure)
            ? "." : ", and only renewals from that day on count as attempted.")
      case .finalUnknown:
        "No failure is known before \(first), so there is no final value yet."
      case .unfinished:
        "The last day is not over, so renewals, refunds and ends are not compared with whole days."
      }
    }
  }

  /// Returns a Boolean value that indicates whether the first failure of a ledger is no later than
  /// the first of some days; without a first failure nothing says that it is.
  static func isKnown(_ days: Range<CivilDate>, since first: CivilDate?) -> Bool {
    first.map { $0 <= days.lowerBound } ?? true
  }
}
