extension WhatIfReport {
  /// One figure of a report under both policies.
  public struct Line: Hashable, Sendable {
    /// The subject of a figure.
    public enum Subject: Hashable, Sendable, CaseIterable {
      case prompts, officialMessages, ownBanners, medianPrompts, p95Prompts, capped
      case access, unpaidAccess
      case recoveredInGrace, recoveredInHold, recovered, canceled, ranOut, otherwise, open
      case canceledOrOtherwise
      case lostBeforePrompt, revenue
    }

    /// A value.
    public enum Value: Hashable, Sendable {
      /// A number of episodes, prompts or whole days.
      case count(Int64)
      /// An expected number of episodes, with its band.
      case expected(ExpectedFigures.Count)
      /// An amount.
      case money(Money)
    }

    /// The subject.
    public var subject: Subject
    /// The title; `revenue recovered` for each currency.
    public var title: String
    /// A Boolean value that indicates whether it is a part of the line above it.
    public var isPart = false
    /// The value under the policy in force.
    public var current: Value
    /// The value under the candidate.
    public var candidate: Value
    /// The expected difference with its band, of the two values in whole episodes; `nil` for
    /// values without a band.
    public var change: ExpectedFigures.Count?

    /// The difference of two counts; `nil` for other values.
    public var countChange: Int64? {
      guard case .count(let before) = current, case .count(let after) = candidate else {
        return nil
      }
      return after - before
    }

    /// The difference of two amounts as they are printed; `nil` for other values and beyond what a
    /// number holds.
    public var moneyChange: Money? {
      guard case .money(let before) = current, case .money(let after) = candidate else {
        return nil
      }
      let (micros, overflow) = after.rounded.micros
        .subtractingReportingOverflow(before.rounded.micros)
      return overflow ? nil : Money(micros: micros, currency: after.currency)
    }
  }

  /// The figures with the dates of payments held fixed; episodes that a refund or another purchase
  /// ended have a line where there are some.
  public var fixedLines: [Line] {
    let counts: [(Line.Subject, String, Bool, (WhatIfFigures) -> Int64)] = [
      (.prompts, "prompts due", false, { Int64($0.prompts) }),
      (.officialMessages, "step 2, the store's message", true, { Int64($0.officialMessages) }),
      (.ownBanners, "step 3, own banner", true, { Int64($0.ownBanners) }),
      (.medianPrompts, "prompts per episode, median", false, { Int64($0.medianPrompts) }),
      (.p95Prompts, "prompts per episode, 95th percentile", false, { Int64($0.p95Prompts) }),
      (.capped, "episodes that reach the cap", false, { Int64($0.capped) }),
      (.access, "access-days after the failure", false, { $0.access.nearestDays }),
      (.unpaidAccess, "of them unpaid", true, { $0.unpaidAccess.nearestDays }),
      (.recoveredInGrace, "recovered in grace", false, { Int64($0.recoveredInGrace) }),
      (.recoveredInHold, "recovered after loss of access", false, { Int64($0.recoveredInHold) }),
      (.recovered, "recovered", false, { Int64($0.recovered) }),
      (.canceled, "canceled by the user", false, { Int64($0.outcomes[.canceledByUser] ?? 0) }),
      (.ranOut, "ran out", false, { Int64($0.outcomes[.ranOut] ?? 0) }),
      (
        .otherwise, "ended otherwise", false,
        { Int64(($0.outcomes[.refunded] ?? 0) + ($0.outcomes[.superseded] ?? 0)) }
      ),
      (.open, "open", false, { Int64($0.outcomes[.open] ?? 0) }),
      (.lostBeforePrompt, "lost access before a prompt", false, { Int64($0.lostBeforePrompt) }),
    ]
    return counts.compactMap { subject, title, isPart, value in
      let (before, after) = (value(current), value(candidate))
      guard subject != .otherwise || before > 0 || after > 0 else { return nil }
      return Line(
        subject: subject, title: title, isPart: isPart, current: .count(before),
        candidate: .count(after))
    } + Self.revenue(current.revenue, candidate.revenue)
  }

  /// Returns the sentence about ``costOfOneRecoveryInGrace`` in a number of days.
  public static func costSentence(days: String) -> String {
    "Each recovery that comes before the loss of access, instead of after it, costs \(days) unpaid "
      + "access-days."
  }

  /// The recovery to be expected.
  public var expectedLines: [Line] {
    let (before, after) = (expected.current, expected.candidate)
    func line(
      _ subject: Line.Subject, _ title: String, _ value: (ExpectedFigures.Side) -> Line.Value,
      _ change: ExpectedFigures.Count? = nil
    ) -> Line {
      let (old, new) = (value(before), value(after))
      return Line(
        subject: subject, title: title, current: old, candidate: new,
        change: change.map { Self.change($0, from: old, to: new) })
    }
    return [
      line(
        .recoveredInGrace, "recovered in grace", { .expected($0.recoveredInGrace) },
        expected.moreInGrace),
      line(
        .recoveredInHold, "recovered after loss of access", { .expected($0.recoveredInHold) },
        expected.moreInHold),
      line(.recovered, "recovered", { .expected($0.recovered) }, expected.moreRecovered),
      line(
        .canceledOrOtherwise, "canceled, or ended otherwise",
        { .count(Int64($0.endedOtherwise.rounded())) }),
      line(.ranOut, "run out", { .count(Int64($0.ranOut.rounded())) }),
    ] + Self.revenue(before.revenue, after.revenue)
  }

  /// Returns a difference that agrees with the whole episodes that stand before it.
  private static func change(
    _ change: ExpectedFigures.Count, from current: Line.Value, to candidate: Line.Value
  ) -> ExpectedFigures.Count {
    guard case .expected(let old) = current, case .expected(let new) = candidate else {
      return change
    }
    let value = Double(new.rounded.value - old.rounded.value)
    return ExpectedFigures.Count(
      value: value, low: min(change.low, value), high: max(change.high, value))
  }

  /// Returns the report with the revenue in the report currency as far as it has a rate.
  public func converted(by rates: ExchangeRates) -> WhatIfReport {
    var report = self
    for revenue in Self.revenues {
      report[keyPath: revenue] = self[keyPath: revenue].converted(by: rates)
    }
    return report
  }

  /// The revenue in the report currency, followed by the parts in each currency; without rates, and
  /// where they change nothing, the currencies alone.
  ///
  /// - Parameters:
  ///   - lines: ``fixedLines`` or ``expectedLines``.
  ///   - rates: The rates; `nil` for none.
  /// - Returns: The lines.
  public func lines(
    _ lines: KeyPath<WhatIfReport, [Line]>, at rates: ExchangeRates?
  ) -> [Line] {
    guard let rates, changesRevenue(rates) else { return self[keyPath: lines] }
    let parts = self[keyPath: lines].filter { $0.subject == .revenue }.map { line in
      var line = line
      (line.isPart, line.title) = (true, "in its own currency")
      return line
    }
    return converted(by: rates)[keyPath: lines] + parts
  }

  /// Returns a Boolean value that indicates whether rates bring any revenue to another currency.
  public func changesRevenue(_ rates: ExchangeRates) -> Bool {
    Self.revenues.contains { rates.changes(self[keyPath: $0].micros) }
  }

  /// The currencies of the revenue that is recovered under either policy.
  public var revenueCurrencies: Set<String> {
    Set(Self.revenues.flatMap { self[keyPath: $0].micros.keys })
  }

  /// The revenue under both policies, with payments as observed and as expected.
  private static var revenues: [WritableKeyPath<WhatIfReport, MoneySums>] {
    [
      \.current.revenue, \.candidate.revenue, \.expected.current.revenue,
      \.expected.candidate.revenue,
    ]
  }

  /// Returns a line for each currency in which revenue is recovered.
  private static func revenue(_ before: MoneySums, _ after: MoneySums) -> [Line] {
    Set(before.micros.keys).union(after.micros.keys).sorted().map { currency in
      func value(_ sums: MoneySums) -> Line.Value {
        .money(Money(micros: sums.micros[currency] ?? 0, currency: currency))
      }
      return Line(
        subject: .revenue, title: "revenue recovered", current: value(before),
        candidate: value(after))
    }
  }
}
