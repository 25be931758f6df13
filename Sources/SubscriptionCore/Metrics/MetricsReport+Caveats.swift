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
        "No failure is known before \(first), so nothing but MRR has a value before."
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
