/// The metrics over a window of days, beside the window before it.
///
/// A report is a pure value of the episodes, the days and the instant that it was given;
/// `MetricsReport.Builder` makes it in one pass.
public struct MetricsReport: Hashable, Sendable {
  /// The metrics of one value of a property, for example of one product.
  public struct Group: Hashable, Sendable {
    /// The value, which is text from outside; empty if it is unknown.
    public var name: String
    /// The episodes that failed in the window.
    public var failed: Int
    /// The metrics, in the order of `Metric.allCases`; those that need days only where days of
    /// the group were given, and for a week those of its own days.
    public var figures: [MetricFigure]

    /// Creates a group.
    public init(name: String, failed: Int, figures: [MetricFigure]) {
      (self.name, self.failed, self.figures) = (name, failed, figures)
    }

    /// Returns the figure of a metric.
    public subscript(metric: Metric) -> MetricFigure? { figures.first { $0.metric == metric } }
  }

  /// The number of subscriptions that ended in the window, by cause; `nil` where no store says.
  public struct Ends: Hashable, Sendable {
    /// The cause.
    public var cause: ChurnCause?
    /// The number in the window.
    public var count: Int
    /// The number in the window before; `nil` where it is not known or not to be compared.
    public var previous: Int?
  }

  /// The counts of a report that are in none of the groups that it lists.
  ///
  /// A group is listed for its episodes, money, renewals, refunds or ends of the window, or for its
  /// subscriptions. A group in which no renewal has failed for months is not known by name; what it
  /// has is counted here.
  public struct Unlisted: Hashable, Sendable {
    /// The groups that are known by name and beyond the most that were to be listed.
    public var groups: Int
    /// The episodes that failed in the window; `nil` for tags, of which an account has several.
    public var failed: Int?
    /// The renewals paid in the window; `nil` where days of the groups are not counted.
    public var renewals: Int?
    /// The subscriptions that ended in the window; `nil` as ``renewals``.
    public var ends: Int?
    /// The subscriptions at the end of the window; `nil` as ``renewals``.
    public var subscriptions: Int?

    /// Creates the counts.
    public init(
      groups: Int, failed: Int? = nil, renewals: Int? = nil, ends: Int? = nil,
      subscriptions: Int? = nil
    ) {
      (self.groups, self.failed, self.renewals, self.ends) = (groups, failed, renewals, ends)
      self.subscriptions = subscriptions
    }
  }

  /// The days of the window, in UTC.
  public var window: Range<CivilDate>
  /// The days of the window before, as many.
  public var previous: Range<CivilDate>
  /// The latest days, as many, whose episodes all had their 60 days.
  public var closed: Range<CivilDate>
  /// The instant of the report.
  public var now: Timestamp
  /// The day of the first failure that the ledger knows of; `nil` if it is not known.
  public var firstFailure: CivilDate?
  /// The metrics, in the order of `Metric.allCases`; those that need days only if days were
  /// given.
  public var figures: [MetricFigure]
  /// The episodes that failed in the window.
  public var failed: Int
  /// The episodes that failed in the window before, as known at the same age; `nil` where the
  /// ledger does not know all of them.
  public var failedBefore: Int?
  /// The incidence of recovery over all episodes read, the open ones censored.
  public var curve: RecoveryCurve
  /// The number of the window's recoveries by whole days since the failure, day 0 to 60.
  public var recoveredByDay: [Int]
  /// The weeks of failure, oldest first.
  public var cohorts: [RecoveryCohort]
  /// The outcomes of the episodes that failed in the window.
  public var outcomes: [BillingEpisode.Outcome: Int]
  /// The ends of subscriptions, involuntary, voluntary and without a cause; empty without days.
  public var ends: [Ends]
  /// The failed first renewals after a trial, of the window.
  public var trials: TrialFunnel
  /// The money of the window by currency.
  public var revenue: RevenueFigures
  /// The effect of prompting; `nil` where it was not asked for.
  public var prompts: PromptFigures?
  /// The property of ``groups``; `nil` for none.
  public var grouping: MetricsGrouping?
  /// The groups with the most episodes, of which those with a worse recovery than the rest come
  /// first and those that are too small to tell last; weeks, the latest first.
  public var groups: [Group]
  /// The counts that are in none of ``groups``; `nil` for none, and for weeks.
  public var unlisted: Unlisted?
  /// The published figures for comparison.
  public var references: [ReferenceFigure]
  /// The filter that the episodes satisfy; `nil` for all.
  public var filter: Filter?
  /// The counts of the days read that are over; empty with a filter, for which days are not
  /// counted.
  public var pastDays = PastDays()

  /// The days whose failures the curve is of: those of the window and of all that is compared.
  public var curveDays: Range<CivilDate> {
    min(closed.lowerBound, previous.lowerBound)..<window.upperBound
  }

  /// The trials that came to their first payment in the window, the step before ``trials``; `nil`
  /// where days are not counted.
  public var trialsDue: Int? {
    guard case .rate(let rate)? = self[.trialFailureRate]?.value else { return nil }
    return rate.denominator
  }

  /// The outcomes of the window's episodes in words, whose numbers add up to ``failed``; `nil`
  /// without an episode.
  public var outcomeWords: String? {
    let parts = BillingEpisode.Outcome.allCases.compactMap { outcome in
      outcomes[outcome].map { "\(CountText.grouped($0)) \(outcome.title)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The sentence about the outcomes `refunded` and `superseded`, which curves count together.
  public static let endedOtherwiseSentence =
    "Episodes that ended otherwise were refunded (a refund of an earlier payment) or superseded: "
    + "another purchase, a free offer, a pause or a later date took the renewal's place."

  /// Returns the figure of a metric; `nil` if it was not computed.
  public subscript(metric: Metric) -> MetricFigure? { figures.first { $0.metric == metric } }
}

/// The property by which metrics are grouped.
public enum MetricsGrouping: String, Hashable, Sendable, CaseIterable {
  /// The store.
  case store
  /// The product.
  case product
  /// The length of the plan.
  case plan
  /// The country of the storefront.
  case country
  /// The app.
  case app
  /// The week of the failure.
  case cohort
  /// A tag of the account; an account with several tags counts in each.
  case tag
}
