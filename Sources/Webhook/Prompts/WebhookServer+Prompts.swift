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
    return .json([
      "account": JSON(account),
      "asOf": JSON(now),
      "granted": .bool(granted),
      "until": JSON(best?.access.until),
      "reason": !found.isKnown ? "unknownAccount" : granted ? .null : "noAccess",
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
