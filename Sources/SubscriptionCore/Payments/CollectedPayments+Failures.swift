// MARK: Payments that ended a failure

extension CollectedPayments {
  /// Notes the payments that ended failures: each is a renewal, paid when the failure ended.
  ///
  /// The App Store dates a payment in grace at the renewal that had failed, when nothing was paid.
  /// A product bought out of hold is paid in place of the renewal that failed
  /// (<doc:Metrics#Recovery-rates>). A payment that only a later renewal proves has no name.
  mutating func settle(_ failures: [Failure]) {
    for failure in failures {
      guard let ending = failure.ending, ending.isPaid else { continue }
      guard !ending.isPaymentUnheard else {
        entries.append(
          Entry(
            at: ending.at, isDateStated: false, product: entries.last?.product,
            statedRenewal: true, isShared: entries.last?.isShared ?? false))
        continue
      }
      guard let place = place(of: failure.base(store), endedAt: ending.at),
        let at = entries[place].at
      else { continue }
      entries[place].statedRenewal = true
      guard at != ending.at else { continue }
      if at < ending.at { entries[place].paidFrom = at }
      entries[place].at = ending.at
      entries[place].isDateStated = false
    }
  }

  /// Returns the place of the first payment since a renewal was due, which ended its failure.
  ///
  /// A payment without a stated date was reported when the failure had ended, or later. An add-on
  /// that was bought meanwhile is no payment of what failed.
  private func place(of due: Timestamp, endedAt: Timestamp) -> Int? {
    var first: (at: Timestamp, place: Int)?
    for place in entries.indices {
      guard let at = entries[place].at, at >= due,
        at <= endedAt || !entries[place].isDateStated, first.map({ at < $0.at }) ?? true,
        !entries[place].isDayUnknown, !entries[place].isTrial, !entries[place].isShared,
        !entries[place].isOfOtherItem || entries[place].statedRenewal != false
      else { continue }
      first = (at, place)
    }
    return first?.place
  }
}
