import SubscriptionCore

/// The access that one subscription grants to an account at present.
struct AccountAccess: Sendable {
  let id: SubscriptionID
  let store: Store
  let product: ProductID?
  let state: SubscriptionState
  let access: Access

  init(_ subscriber: Subscriber, policy: ChurnPolicy, at now: Timestamp) {
    let status = subscriber.status(at: now, policy: policy)
    (id, store) = (subscriber.id, subscriber.store)
    product = subscriber.product.rawValue.isEmpty ? nil : subscriber.product
    (state, access) = (status.state, status.access)
  }

  /// A Boolean value that indicates whether this answers for the account rather than another.
  ///
  /// Access comes before no access, and of two alike the one with the later end. An unknown end
  /// comes after a known one, so that the app requests it again in time.
  func precedes(_ other: AccountAccess) -> Bool {
    if access.granted != other.access.granted { return access.granted }
    if access.until != other.access.until {
      guard let end = access.until else { return false }
      guard let otherEnd = other.access.until else { return true }
      return end > otherEnd
    }
    return id.rawValue < other.id.rawValue
  }
}
