import EventLedger
import SubscriptionCore

extension WebhookServer {
  /// The most subscriptions of one account that are looked at.
  static let subscriptionsMax = 10_000
  /// The most of them that an answer is computed from: those that count for it.
  private static let answeredMax = 200

  /// The answer with the prompt decision of each subscription of an account.
  func prompts(_ query: WebQuery) async throws(WebProblem) -> WebAnswer {
    let (account, app) = (try query.account(), try query.app())
    let withTrace = try query.flag(.trace)
    let now = parts.clock()
    let found = try await subscribers(of: account, app: app) { subscriber, policy in
      AccountPrompt(subscriber, policy: policy, at: now, withTrace: withTrace)
    }
    let sorted = found.shapes.sorted { ($0.rank, $0.id.rawValue) < ($1.rank, $1.id.rawValue) }
    let isDue = sorted.contains(where: \.isDue)
    return .json([
      "account": JSON(account),
      "asOf": JSON(now),
      "due": .bool(isDue),
      "reason": !found.isKnown ? "unknownAccount" : isDue ? .null : "nothingDue",
      "subscriptions": .array(sorted.map(\.json)),
    ])
  }

  /// The answer with the access of an account, by the subscription that grants it longest.
  func access(_ query: WebQuery) async throws(WebProblem) -> WebAnswer {
    let (account, app) = (try query.account(), try query.app())
    let environment = try query.environment()
    let now = parts.clock()
    let found = try await subscribers(
      of: account, app: app, environment: environment
    ) { subscriber, policy in
      AccountAccess(subscriber, policy: policy, at: now)
    }
    let best = found.shapes.min { $0.precedes($1) }
    let granted = best?.access.granted ?? false
    let isKnown = found.shapes.allSatisfy(\.isKnown)
    return .json([
      "account": JSON(account),
      "asOf": JSON(now),
      "granted": .bool(granted),
      "until": JSON(best?.access.until),
      "reason": !found.isKnown
        ? "unknownAccount" : granted ? .null : isKnown ? "noAccess" : "notKnown",
      "subscription": JSON(best?.id),
      "store": JSON(best?.store.rawValue),
      "product": JSON(best?.product),
      "state": JSON(best?.state.rawValue),
    ])
  }

  /// Reads the subscriptions of an account, found by its whole identifier, as of the present.
  ///
  /// - Returns: Whether the account is known at all, and a shape of each subscription that counts.
  private func subscribers<Shape: Sendable>(
    of account: AccountID, app: AppID?, environment: StoreEnvironment? = nil,
    _ shape: @escaping @Sendable (Subscriber, ChurnPolicy) -> Shape
  ) async throws(WebProblem) -> (isKnown: Bool, shapes: [Shape]) {
    try await ask { (ledger) throws(LedgerError) in
      let ids = try ledger.subscriptions(
        ofAnySpelling: account, limit: Self.subscriptionsMax)
      let counted = try Self.counted(ids, app: app, environment: environment, in: ledger)
      let shapes = try ledger.subscribers(counted).map { shape($0, ledger.policy) }
      return (!ids.isEmpty, shapes)
    }
  }

  /// Returns the subscriptions of an app and an environment that an answer is computed from: all of
  /// them or, of very many, those with access and those that are failing before the others.
  static func counted(
    _ ids: [SubscriptionID], app: AppID? = nil, environment: StoreEnvironment? = nil,
    in ledger: any Ledger
  ) throws(LedgerError) -> [SubscriptionID] {
    let rows = try ledger.summaries(ids).filter { row in
      (app == nil || row.app == app) && (environment == nil || row.environment == environment)
    }
    let (live, over) = (rows.filter(\.isLive), rows.filter { !$0.isLive })
    return (live + over).prefix(Self.answeredMax).map(\.id)
  }
}

extension SubscriberSummary {
  /// A Boolean value that indicates whether it gives access or may do so again by a payment.
  fileprivate var isLive: Bool { status.access.granted || status.state.isFailing }
}

/// The prompt decision of one subscription of an account, with what the app needs to act on it.
struct AccountPrompt: Sendable {
  let id: SubscriptionID
  private let subscriber: Subscriber
  private let status: SubscriptionStatus
  private let trace: [PromptCondition]?

  init(_ subscriber: Subscriber, policy: ChurnPolicy, at now: Timestamp, withTrace: Bool) {
    id = subscriber.id
    self.subscriber = subscriber
    status = subscriber.status(at: now, policy: policy)
    trace = withTrace ? subscriber.promptTrace(at: now, policy: policy) : nil
  }

  /// A Boolean value that indicates whether the prompt is due.
  var isDue: Bool { status.prompt.isDue }

  /// The rank among several: due prompts first, then scheduled, then withheld ones.
  var rank: Int {
    switch status.prompt.verdict {
    case .due: 0
    case .scheduled: 1
    case .withheld: 2
    }
  }

  /// The decision as JSON; `prompt` is the same as in `churntop show`.
  var json: JSON {
    let link = PaymentPage.link(
      store: subscriber.store, product: subscriber.product, app: subscriber.app)
    return [
      "subscription": JSON(id),
      "store": .string(subscriber.store.rawValue),
      "environment": .string(subscriber.environment.rawValue),
      "app": JSON(subscriber.app),
      "product": subscriber.product.rawValue.isEmpty ? .null : JSON(subscriber.product),
      "state": .string(status.state.rawValue),
      "prompt": trace.map(status.prompt.json(trace:)) ?? status.prompt.json,
      "deepLink": status.isForUserToPay ? .string(link) : .null,
      "until": JSON(status.retryEnds ?? status.graceEnds),
      "validUntil": JSON(status.nextChangeAt),
    ]
  }
}

/// The access that one subscription grants to an account at present.
struct AccountAccess: Sendable {
  let id: SubscriptionID
  let store: Store
  let product: ProductID?
  let state: SubscriptionState
  let access: Access
  let isKnown: Bool

  init(_ subscriber: Subscriber, policy: ChurnPolicy, at now: Timestamp) {
    let status = subscriber.status(at: now, policy: policy)
    (id, store) = (subscriber.id, subscriber.store)
    product = subscriber.product.rawValue.isEmpty ? nil : subscriber.product
    (state, access, isKnown) = (status.state, status.access, status.isAccessKnown)
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
