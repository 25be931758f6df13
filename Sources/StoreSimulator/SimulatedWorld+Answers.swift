import SubscriptionCore

/// The answers of a world's stores to API requests; the world has to be created with `remembers`.
///
/// Everything is answered as of ``now``, and signed at that instant; what can be thrown is an error
/// of the cryptography library about the world's key.
extension SimulatedWorld {
  /// A purchase that a client can query.
  public struct Purchase: Hashable, Sendable {
    /// The store.
    public var store: Store
    /// The environment of the purchase.
    public var environment: StoreEnvironment
    /// Apple's original transaction identifier, or Google's purchase token.
    public var key: String
    /// The state in the store's own terms.
    public var status: StatedStatus
  }

  /// The purchases that the stores have reported, one per subscriber, in the order in which users
  /// joined.
  public var purchases: [Purchase] {
    lives.lazy.map(\.contract).filter { memory?.places[$0.key] != nil }.map {
      Purchase(store: $0.store, environment: $0.environment, key: $0.key, status: $0.status)
    }
  }

  /// Returns a Get All Subscription Statuses answer with some statuses, or all if none is named;
  /// `nil` if the environment has no such transaction.
  public func appStoreStatuses(
    transaction: String, environment: StoreEnvironment, of statuses: Set<Int64> = []
  ) throws -> String? {
    guard let contract = contract(ofTransaction: transaction, environment)?.contract else {
      return nil
    }
    let isAskedFor = statuses.isEmpty || statuses.contains(AppStorePayloadEncoder.status(contract))
    return try appStore.statuses(of: contract, isAskedFor: isAskedFor, at: now)
  }

  /// Returns one signed transaction; `nil` if the environment has no such transaction.
  public func appStoreTransaction(
    _ transaction: String, environment: StoreEnvironment
  ) throws -> String? {
    guard let place = contract(ofTransaction: transaction, environment)?.place,
      let paid = memory?.payments[place]?.last(where: { $0.transactionID == transaction })
    else { return nil }
    return try appStore.signedTransaction(of: paid, at: now)
  }

  /// Returns the signed transactions of a purchaser, oldest first; `nil` if the environment has no
  /// such transaction.
  public func appStoreTransactions(
    transaction: String, environment: StoreEnvironment,
    where query: TransactionQuery = TransactionQuery()
  ) throws -> [String]? {
    guard let place = contract(ofTransaction: transaction, environment)?.place else { return nil }
    return try memory?.payments[place]?.filter(query.fits).map {
      try appStore.signedTransaction(of: $0, at: now)
    }
  }

  /// Returns the signed transactions of an order in production, as compact JWS; `nil` if there are
  /// none.
  public func appStoreTransactions(of order: AppStoreOrderID) throws -> [String]? {
    guard let paid = appStorePayments.first(where: { Self.order(of: $0) == order }) else {
      return nil
    }
    return [try appStore.signedTransaction(of: paid, at: now)]
  }

  /// The App Store's orders, each with its original transaction.
  public var appStoreOrders: [AppStoreOrderID: String] {
    let named = appStorePayments.lazy.compactMap { paid in
      Self.order(of: paid).map { ($0, paid.key) }
    }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  /// The payments in production, each with the subscription that it paid for.
  private var appStorePayments: [SimulatedSubscription] {
    (memory?.payments ?? [:]).values.joined().filter { $0.environment == .production }
  }

  /// Returns the order of a transaction, as the user's invoice mail names it.
  private static func order(of paid: SimulatedSubscription) -> AppStoreOrderID? {
    let text = String(paid.transactionID.mixed % 2_821_109_907_456, radix: 36, uppercase: true)
    return AppStoreOrderID("M0" + String(repeating: "0", count: max(0, 8 - text.utf8.count)) + text)
  }

  /// Returns the notifications of one environment of the App Store, oldest first, of every customer
  /// or of that of a transaction; none for an unknown identifier.
  public func appStoreNotices(
    _ environment: StoreEnvironment, of transaction: String? = nil
  ) -> [AppStoreNotice] {
    guard let memory else { return [] }
    let all = memory.notices.filter { $0.environment == environment }
    guard let transaction else { return all }
    guard let place = memory.places[transaction] else { return [] }
    return all.filter { memory.places[$0.originalTransactionID] == place }
  }

  /// Returns a `TEST` notification as `{"signedPayload": …}`.
  public func appStoreTestNotification(
    uuid: String, environment: StoreEnvironment
  ) throws -> [UInt8] {
    try appStore.test(uuid: uuid, environment: environment, at: now)
  }

  /// Signs any JSON as the simulated App Store does, for forged content under a valid signature.
  public func signedByAppStore(_ payload: String) throws -> String {
    try appStore.authority.sign(payload)
  }

  /// Returns a purchases.subscriptionsv2.get answer; `nil` if Google Play has no such token.
  public func playSubscription(token: String) -> String? {
    contract(ofToken: token).map(GooglePlayPayloadEncoder.resource)
  }

  // See <doc:EdgeCases#Case-16>.
  /// Returns whether a purchase ended more than sixty days ago, after which Google Play answers
  /// 410.
  public func isForgotten(token: String) -> Bool {
    guard let contract = contract(ofToken: token) else { return false }
    return contract.status == .expired && now - contract.expiry > .days(60)
  }

  /// The voided orders of Google Play, oldest first.
  public var playVoidedOrders: [VoidedOrder] { memory?.voided ?? [] }

  private func contract(ofToken token: String) -> SimulatedSubscription? {
    guard let place = memory?.places[token] else { return nil }
    let contract = lives[place].contract(of: token)
    return contract.store == .googlePlay && contract.key == token ? contract : nil
  }

  private func contract(
    ofTransaction transaction: String, _ environment: StoreEnvironment
  ) -> (contract: SimulatedSubscription, place: Int)? {
    guard let place = memory?.places[transaction] else { return nil }
    let contract = lives[place].contract
    guard contract.store == .appStore, contract.environment == environment else { return nil }
    return (contract, place)
  }
}

extension AppStorePayloadEncoder {
  /// Returns a Get All Subscription Statuses answer about the only subscription of a purchaser,
  /// which is empty if its status was not requested.
  fileprivate func statuses(
    of contract: SimulatedSubscription, isAskedFor: Bool, at instant: Timestamp
  ) throws -> String {
    let transaction = try signedTransaction(of: contract, at: instant)
    let renewal = try authority.sign(Self.renewal(contract, at: instant))
    let last = JSONObject.make { last in
      last.add("originalTransactionId", contract.key)
      last.add("status", Self.status(contract))
      last.add("signedTransactionInfo", transaction)
      last.add("signedRenewalInfo", renewal)
    }
    let group = JSONObject.make { body in
      body.add("subscriptionGroupIdentifier", Self.group)
      body.add("lastTransactions", raw: "[\(last)]")
    }
    return JSONObject.make { body in
      body.add("environment", Self.environment(contract))
      body.add("appAppleId", raw: SimulatedWorld.appNumber)
      body.add("bundleId", SimulatedWorld.bundle.rawValue)
      body.add("data", raw: isAskedFor ? "[\(group)]" : "[]")
    }
  }

  /// Returns a notification that a developer requested.
  fileprivate func test(
    uuid: String, environment: StoreEnvironment, at instant: Timestamp
  ) throws -> [UInt8] {
    let data = JSONObject.make { data in
      data.add("appAppleId", raw: SimulatedWorld.appNumber)
      data.add("bundleId", SimulatedWorld.bundle.rawValue)
      data.add("environment", environment == .production ? "Production" : "Sandbox")
    }
    let payload = JSONObject.make { body in
      body.add("notificationType", "TEST")
      body.add("notificationUUID", uuid)
      body.add("data", raw: data)
      body.add("version", "2.0")
      body.add("signedDate", instant.milliseconds)
    }
    return Array("{\"signedPayload\":\"\(try authority.sign(payload))\"}".utf8)
  }
}
