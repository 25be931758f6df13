extension RevenueFigures {
  /// The lines of the figures, measure by measure, in the order of the currencies' codes; a measure
  /// of which nothing is known has none.
  public var lines: [RevenueLine] {
    currencies.compactMap(recovery)
      + movement(.mrrChange, mrr) + movement(.mrrInGraceChange, mrrInGrace)
      + movement(.mrrInHoldChange, mrrInHold) + lifetime
  }

  private func recovery(_ currency: String) -> RevenueLine? {
    let money = failed.byCurrency[currency] ?? RevenueRecovery()
    guard let share = money.share else { return nil }
    func other(_ failed: Failed) -> RevenueLine.Quantity? {
      failed.byCurrency[currency]?.share.map { .share($0) }
    }
    return RevenueLine(
      measure: .revenueRecoveryRate, currency: currency, value: .share(share),
      interval: money.interval.map {
        RevenueLine.Interval(low: .share($0.lowerBound), high: .share($0.upperBound))
      }, parts: .ratio(.amount(money.recovered), of: .amount(money.failed)),
      previous: other(failedBefore), final: other(failedFinal), unknown: failed.unknown)
  }

  private func movement(
    _ measure: RevenueLine.Measure, _ movement: Movement?
  ) -> [RevenueLine] {
    guard let movement else { return [] }
    return movement.change.sorted { $0.key < $1.key }.map { currency, change in
      RevenueLine(
        measure: measure, currency: currency, value: .amount(change),
        parts: .change(
          from: .amount(movement.start.micros[currency, default: 0]),
          to: .amount(movement.end.micros[currency, default: 0])),
        unknown: movement.end.unknown, unknownAtStart: movement.start.unknown)
    }
  }

  private var lifetime: [RevenueLine] {
    guard let renewals, let count = renewals.renewalsPerSubscription else { return [] }
    let ended = RevenueLine.Quantity.number(Double(renewals.ended))
    let before = renewalsBefore?.perSubscription
    let lifetime = RevenueLine(
      measure: .renewalsPerSubscription, value: .number(count),
      interval: renewals.renewalsInterval.map {
        RevenueLine.Interval(low: .number($0.lowerBound), high: .number($0.upperBound))
      }, parts: .ratio(.number(Double(renewals.renewals)), of: ended),
      previous: renewalsBefore?.renewalsPerSubscription.map { .number($0) }, unknown: 0)
    return [lifetime]
      + renewals.perSubscription.sorted { $0.key < $1.key }.map { currency, micros in
        RevenueLine(
          measure: .renewalValue, currency: currency, value: .amount(micros),
          interval: renewals.interval(of: currency).map {
            RevenueLine.Interval(low: .amount($0.lowerBound), high: .amount($0.upperBound))
          },
          parts: .ratio(.amount(renewals.revenue.micros[currency, default: 0]), of: ended),
          previous: before?[currency].map { .amount($0) }, unknown: renewals.revenue.unknown,
          isPart: renewals.perSubscription.count > 1)
      }
  }
}

// MARK: Report currency

extension RevenueFigures {
  /// Returns the figures with every amount in the report currency that has a rate; the others stay
  /// in their own.
  public func converted(by rates: ExchangeRates) -> RevenueFigures {
    RevenueFigures(
      failed: failed.converted(by: rates), failedBefore: failedBefore.converted(by: rates),
      failedFinal: failedFinal.converted(by: rates), mrr: mrr?.converted(by: rates),
      mrrInGrace: mrrInGrace?.converted(by: rates), mrrInHold: mrrInHold?.converted(by: rates),
      renewals: renewals?.converted(by: rates), renewalsBefore: renewalsBefore?.converted(by: rates)
    )
  }
}

extension RevenueFigures.Failed {
  fileprivate func converted(by rates: ExchangeRates) -> Self {
    var result = Self()
    result.unknown = unknown
    for (currency, money) in byCurrency {
      var (money, code) = (money, currency)
      let failed = rates.converted(Money(micros: money.failed, currency: currency))
      let recovered = rates.converted(Money(micros: money.recovered, currency: currency))
      if let failed, let recovered {
        let scale = money.failed > 0 ? Double(failed.micros) / Double(money.failed) : 0
        (money.failed, money.recovered) = (failed.micros, recovered.micros)
        let squares = (Double(money.squares) * scale * scale).rounded()
        (money.squares, code) = (Int128(exactly: squares) ?? .max, rates.currency)
      }
      result.byCurrency[code, default: RevenueRecovery()] += money
    }
    return result
  }
}

extension RevenueFigures.Movement {
  fileprivate func converted(by rates: ExchangeRates) -> Self {
    Self(from: start.converted(by: rates), to: end.converted(by: rates))
  }
}

extension RenewalValue {
  fileprivate func converted(by rates: ExchangeRates) -> Self {
    Self(renewals: renewals, ended: ended, revenue: revenue.converted(by: rates))
  }
}

extension MoneySums {
  /// Returns the sums with all that has a rate in the report currency.
  func converted(by rates: ExchangeRates) -> MoneySums {
    MoneySums(micros: rates.totals(micros), unknown: unknown)
  }
}
