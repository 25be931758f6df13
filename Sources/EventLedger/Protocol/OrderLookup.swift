import SubscriptionCore

/// A request to ask the App Store what was bought with an order, and what became of it.
///
/// Where the App Store names a subscription, the transactions of the answer go into the ledger like
/// everything else, the order becomes a name of the subscription, and the request is dropped.
public struct OrderLookup: Hashable, Sendable {
  /// The outcome of the request.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// No answer has arrived yet.
    case waiting
    /// The App Store knows no such order in any app that was asked about.
    case unknown
    /// The App Store knows the order, and nothing in it is a subscription.
    case noSubscription
    /// The App Store could not be asked; ``OrderLookup/detail`` says why.
    case failed
  }

  /// The order.
  public var order: AppStoreOrderID
  /// The instant of the request.
  public var requestedAt: Timestamp
  /// The person who asked.
  ///
  /// Text from outside.
  public var actor: String
  /// The outcome.
  public var outcome: Outcome
  /// The instant of the outcome; `nil` before the first lookup.
  public var toldAt: Timestamp?
  /// The reason for a failure or a wait, as one phrase; empty for none.
  public var detail: String

  /// Creates a request.
  public init(
    _ order: AppStoreOrderID, requestedAt: Timestamp, actor: String, outcome: Outcome = .waiting,
    toldAt: Timestamp? = nil, detail: String = ""
  ) {
    (self.order, self.requestedAt, self.actor) = (order, requestedAt, actor)
    (self.outcome, self.toldAt, self.detail) = (outcome, toldAt, detail)
  }

  /// The time for which a failure is kept before the App Store is asked again.
  public static let failureLasts = Duration.minutes(10)
  /// The time for which "no subscription of this order" is valid before the App Store is asked
  /// again: a purchase may be so new that it knows the order later.
  public static let absenceLasts = Duration.hours(1)

  /// The instant from which looking for the order asks the App Store again; `nil` while it waits.
  public var asksAgainAt: Timestamp? {
    switch outcome {
    case .waiting: nil
    case .failed: (toldAt ?? requestedAt) + Self.failureLasts
    case .unknown, .noSubscription: (toldAt ?? requestedAt) + Self.absenceLasts
    }
  }
}

/// The orders of the App Store that somebody asks for.
public protocol OrderLookupStore: Sendable {
  /// The request about an order; `nil` if there is none, or it was found.
  func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup?

  /// The requests that wait for an answer, the longest wait first, at most that many.
  func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup]

  /// Keeps a request in the place of an earlier one about the same order.
  func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError)

  /// Drops the request about an order, where there is one.
  func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError)
}

/// The answer about an order that somebody looks for.
public enum OrderAnswer: Hashable, Sendable {
  /// The order belongs to these subscriptions.
  case found([SubscriptionID])
  /// The App Store has to say what it is an order of.
  case lookup(OrderLookup)
}

extension Ledger {
  /// Looks for an order of the App Store, and has the App Store asked about it where that was not
  /// done before, or long ago.
  ///
  /// - Throws: ``LedgerError``; ``LedgerError/readOnly(location:)`` where nothing can be asked.
  public func lookUp(
    _ order: AppStoreOrderID, actor: String, now: Timestamp
  ) throws(LedgerError) -> OrderAnswer {
    let found = try resolve(order.rawValue, limit: Self.ordersMax)
    guard found.isEmpty else { return .found(found) }
    if let known = try orderLookup(order), known.asksAgainAt.map({ $0 > now }) ?? true {
      return .lookup(known)
    }
    let lookup = OrderLookup(order, requestedAt: now, actor: actor)
    try putOrderLookup(lookup)
    return .lookup(lookup)
  }

  /// The most subscriptions listed for one order.
  private static var ordersMax: Int { 20 }
}
