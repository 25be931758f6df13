/// A list of subscribers behind a number of a report, as a filter that selects them.
public struct FigureList: Hashable, Sendable {
  /// The things that a number counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Billing episodes; the list has a subscriber with several of them once.
    case episodes
    /// Ends of subscriptions; the list has a subscriber with several of them once.
    case ends
    /// Refunds of payments; the list has a subscriber with several of them once.
    case refunds
    /// Subscriptions in some states at the end of the window; the list has those of now.
    case standing
  }

  /// The words for what is counted, for example `episodes recovered in grace`.
  public var title: String
  /// The number that the report has; `nil` if it has none, as for an amount of money.
  public var count: Int?
  /// The things that are counted.
  public var unit: Unit
  /// The filter that selects the subscribers.
  public var filter: String

  /// Creates a list.
  public init(_ title: String, count: Int?, _ unit: Unit, filter: String) {
    (self.title, self.count, self.unit, self.filter) = (title, count, unit, filter)
  }

  /// The reason for which the list may have another number of subscribers than ``count``.
  public var note: String {
    switch unit {
    case .episodes, .ends, .refunds: "A subscriber with several is listed once."
    case .standing: "The list is as of now."
    }
  }
}

// MARK: Lists of a metric

extension Metric {
  /// Returns the lists behind a value: that of the numerator, then that of the denominator, as far
  /// as a filter says them.
  func lists(
    of value: MetricValue, in windows: MetricsWindows, _ filter: Filter?
  ) -> [FigureList] {
    var (counts, titles): ([Int?], [String]) = ([nil, nil], [numeratorWords, ""])
    switch value {
    case .rate(let rate):
      (counts, titles[1]) = ([rate.numerator, rate.denominator], denominatorWords ?? "")
    case .duration(_, _, let count):
      // A formula is a quantile of a time, over some episodes.
      let episodes = formula.split(separator: ", over ").last.map(String.init)
      (counts, titles[0]) = ([count, nil], episodes ?? formula)
    case .money: break
    }
    let (unit, filters) = filters(in: windows)
    return filters.enumerated().compactMap { place, text in
      guard let text, let own = try? Filter.parse(text) else { return nil }
      return FigureList(
        titles[place], count: counts[place], unit,
        filter: Filter.joined([filter, own]).description)
    }
  }

  /// Returns the filters of the numerator and of the denominator; `nil` where none says it.
  private func filters(
    in windows: MetricsWindows
  ) -> (unit: FigureList.Unit, filters: [String?]) {
    let failed = windows.window.filter(of: .failedAt)
    let ended = windows.window.filter(of: .churnedAt)
    // A report reads no older failures.
    let since = "failed>=\(CivilDate(windows.failures.lowerBound).iso8601)"
    switch self {
    case .billingFailureRate: return (.episodes, [failed])
    case .recoveryRate: return (.episodes, [failed + " recovered:any", failed])
    case .graceRecoveryRate:
      return (.episodes, [failed + " outcome:recoveredInGrace", failed + " entered:grace"])
    case .holdRecoveryRate:
      return (.episodes, [failed + " outcome:recoveredInHold", failed + " entered:hold"])
    case .netInvoluntaryLoss: return (.episodes, [failed + " recovered:none"])
    case .medianTimeToRecovery, .p90TimeToRecovery: return (.episodes, [failed + " recovered:any"])
    case .medianTimeToLossOfAccess: return (.episodes, [failed + " entered:hold"])
    case .trialFailureRate: return (.episodes, [failed + " aftertrial:yes"])
    case .trialShareOfFailures: return (.episodes, [failed + " aftertrial:yes", failed])
    case .trialRecoveryRate:
      let trials = failed + " aftertrial:yes"
      return (.episodes, [trials + " recovered:any", trials])
    case .involuntaryChurnRate: return (.ends, [ended + " churn:involuntary"])
    case .voluntaryChurnRate: return (.ends, [ended + " churn:voluntary"])
    case .involuntaryShare: return (.ends, [ended + " churn:involuntary", ended])
    case .refundRate: return (.refunds, [windows.window.filter(of: .refundedAt)])
    case .mrr:
      let states = DayCounts.revenueStates.map(\.rawValue).joined(separator: ",")
      return (.standing, ["state:\(states) env:production"])
    case .mrrInGrace: return (.standing, ["state:grace env:production"])
    case .mrrInHold: return (.standing, ["state:hold env:production"])
    case .revenueRecovered:
      return (.episodes, ["\(since) \(windows.window.filter(of: .recoveredAt))"])
    case .revenueLost: return (.episodes, ["\(since) \(windows.window.filter(of: .lostAt))"])
    }
  }
}

// MARK: Lists of groups, weeks and days

extension MetricsReport {
  /// Returns the list of the failures of a group.
  public func list(of group: Group) -> FigureList? {
    guard let own = grouping?.filter(of: group.name) else { return nil }
    // The first week is counted whole.
    let first = grouping == .cohort ? window.lowerBound.monday : window.lowerBound
    return failures("episodes of the group", group.failed, first..<window.upperBound, own)
  }

  /// Returns the list of the failures of a week, up to the end of the window.
  public func list(of cohort: RecoveryCohort) -> FigureList {
    let week = cohort.week..<min(cohort.week.adding(days: 7), window.upperBound)
    return failures("episodes of the week", cohort.failed, week, nil)
  }

  /// Returns the lists of a day of the curve: those recovered by then, and those still open and
  /// observed then, of all failures that the curve follows.
  public func lists(of point: RecoveryCurve.Point) -> [FigureList] {
    let days = Int(point.days)
    let recovered = Filter.field(.recoveredAt, .any([.present]))
    func lasted(_ comparison: FilterComparison) -> Filter {
      .field(
        .lasted, .compare(comparison, .duration(milliseconds: Int64(days) * 86_400_000)))
    }
    return [
      failures(
        "episodes recovered by day \(days)", nil, curveDays,
        Filter.joined([recovered, lasted(.atMost)])),
      failures(
        "episodes open until day \(days) or longer", point.atRisk, curveDays,
        days > 0 ? lasted(.atLeast) : nil),
    ]
  }

  /// Returns the lists behind a line of money, as far as a filter says them: the failed renewals
  /// that a rate weighs by their price, and the ends that a lifetime is divided by.
  public func lists(of line: RevenueLine) -> [FigureList] {
    switch line.measure {
    case .revenueRecoveryRate: self[.recoveryRate]?.lists ?? []
    case .renewalsPerSubscription, .renewalValue:
      (self[.involuntaryShare]?.lists.last).map { [$0] } ?? []
    case .mrrChange, .mrrInGraceChange, .mrrInHoldChange: []
    }
  }

  /// Returns the list of the episodes that saw the prompts of a group; `nil` for the prompts of a
  /// step, which no filter tells from others.
  ///
  /// It has those as well that the comparison leaves out, so that it has no number.
  public func list(of group: PromptEffect.Group) -> FigureList? {
    let least: Int64
    switch group {
    case .first: least = 1
    case .number(let number): least = Int64(number)
    case .step: return nil
    }
    guard let days = prompts?.failures else { return nil }
    return failures(
      "episodes that saw a \(group.title)", nil, days,
      .field(.prompts, .compare(.atLeast, .number(millionths: least * 1_000_000))))
  }

  private func failures(
    _ title: String, _ count: Int?, _ days: Range<CivilDate>, _ own: Filter?
  ) -> FigureList {
    let failed = try? Filter.parse(days.filter(of: .failedAt))
    return FigureList(
      title, count: count, .episodes,
      filter: Filter.joined([filter, failed, own]).description)
  }
}

extension PastDays.Change {
  /// The lists of what a day counts now, for each number that changed and that a filter selects.
  public var lists: [FigureList] {
    let day = self.day..<self.day.adding(days: 1)
    return events.compactMap { event in
      let counts = "\(CountText.grouped(now[event])), were \(CountText.grouped(before[event]))"
      let title = "\(event.verb) on \(self.day.day) \(self.day.monthName): \(counts)"
      let (unit, ownFilter): (FigureList.Unit, String)
      switch event {
      case .failed: (unit, ownFilter) = (.episodes, day.filter(of: .failedAt))
      case .recovered:
        // Both stores try for 60 days, and an end is reported some days later now and then.
        let since = self.day.adding(days: -70).iso8601
        (unit, ownFilter) = (.episodes, "failed>=\(since) \(day.filter(of: .recoveredAt))")
      case .ended: (unit, ownFilter) = (.ends, day.filter(of: .churnedAt))
      case .refunded: (unit, ownFilter) = (.refunds, day.filter(of: .refundedAt))
      case .renewed: return nil
      }
      return FigureList(title, count: nil, unit, filter: ownFilter + " env:production")
    }
  }
}

extension MetricsGrouping {
  /// Returns the filter that selects a group by its name; `nil` if none does.
  public func filter(of name: String) -> Filter? {
    func field(_ field: SubscriberField, _ value: FilterValue? = nil) -> Filter {
      .field(field, .any([name.isEmpty ? .absent : value ?? .text(name)]))
    }
    switch self {
    case .store: return field(.store, .choice(name))
    case .product: return field(.product)
    case .plan: return field(.failedPlan)
    case .country: return field(.country)
    case .app: return field(.app)
    case .tag: return field(.tags)
    case .cohort:
      guard let monday = CivilDate(iso8601: name) else { return nil }
      return try? Filter.parse((monday..<monday.adding(days: 7)).filter(of: .failedAt))
    }
  }
}

extension Filter {
  /// Returns the filter that is satisfied where all of some filters are, their terms side by side.
  public static func joined(_ filters: [Filter?]) -> Filter {
    let parts = filters.flatMap { filter -> [Filter] in
      switch filter {
      case nil, .all?: []
      case .and(let parts)?: parts
      case let filter?: [filter]
      }
    }
    return parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
  }
}

extension Range<CivilDate> {
  /// Returns the filter for an instant within the days.
  fileprivate func filter(of field: SubscriberField) -> String {
    "\(field.name)>=\(lowerBound.iso8601) \(field.name)<\(upperBound.iso8601)"
  }
}
