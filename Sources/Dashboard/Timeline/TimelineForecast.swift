import SubscriptionCore

/// The projection of timelines beyond what a store stated.
enum TimelineForecast {
  /// The spans of a plan that renews, drawn on past its next renewal.
  ///
  /// A store tells one renewal ahead. While auto-renew is on and nothing fails, what comes after it
  /// is expected to be more of the same; it has no end, and no date beyond the next is made up.
  static func spans(_ spans: [Timeline.Span], for status: SubscriptionStatus) -> [Timeline.Span] {
    guard let last = spans.last, last.projected, let end = last.to, status.autoRenew != false,
      status.flags.isDisjoint(with: [.cancellationScheduled, .priceConsentPending])
    else { return spans }
    let goesOn =
      switch last.kind {
      case .trial, .paid: status.renewsAt != nil
      case .paused: status.resumesAt != nil
      case .renewalPending, .grace, .hold, .canceled, .expired, .refunded, .pending: false
      }
    guard goesOn else { return spans }
    return spans + [
      Timeline.Span(
        kind: .paid, from: end, to: .distantFuture, projected: true, access: true,
        endStated: false)
    ]
  }

  /// The next end of access, or its latest end where there is none now.
  ///
  /// `nil` where it goes on as far as anybody knows, or never was.
  static func accessEnd(of spans: [Timeline.Span], at now: Timestamp) -> Timestamp? {
    var ends: [Timestamp] = []
    for (index, span) in spans.enumerated() where span.access {
      let next = spans.indices.contains(index + 1) ? spans[index + 1] : nil
      if let next, next.access { continue }
      if let to = span.to, to < .distantFuture { ends.append(to) }
    }
    return ends.first { $0 > now } ?? ends.last
  }
}
