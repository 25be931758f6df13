// MARK: Purchases that nothing but notifications tell of

extension Subscriber {
  /// A Boolean value that indicates whether nothing but notifications tell of the purchase.
  ///
  /// Google Play says with a notification that something changed and nothing more: no product, no
  /// dates, no account, and not always the state (domain 2.4, domain case 9). The App Store sends
  /// the signed transaction along.
  public var isNotYetAsked: Bool {
    guard store == .googlePlay else { return false }
    let facts = machine.facts
    return facts.status == nil && facts.expiresAt == nil && facts.startedAt == nil
  }
}

extension Phase {
  /// The phase as far as notifications alone prove it.
  ///
  /// That a renewal is failing, a pause or an end they state by their type. That something was paid
  /// for proves access for nobody knows how long, so that the state is not known.
  var withoutUnprovenAccess: Phase {
    switch state {
    case .active, .renewalPending, .canceled:
      Phase(state: .unknown, from: from, to: to, access: false)
    case .pending, .grace, .hold, .paused, .expired, .refunded, .superseded, .unknown: self
    }
  }
}
