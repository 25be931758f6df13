import EventLedger
import SubscriptionCore

extension WebhookServer {
  /// The most subscriptions of one account that are read.
  static let subscriptionsMax = 200

  /// The answer with the prompt decision of each subscription of an account.
  func prompts(_ query: WebQuery) async throws(WebProblem) -> WebAnswer {
    let (account, app) = (try query.account(), try query.app())
    let withTrace = try query.flag(.trace)
    let now = parts.clock()
    let shapes = try await subscribers(of: account, app: app) { subscriber, policy in
      AccountPrompt(subscriber, policy: policy, at: now, withTrace: withTrace)
    }
    let sorted = shapes.sorted { ($0.rank, $0.id.rawValue) < ($1.rank, $1.id.rawValue) }
    let isDue = sorted.contains(where: \.isDue)
    return .json([
      "account": JSON(account),
      "asOf": JSON(now),
      "due": .bool(isDue),
      "reason": sorted.isEmpty ? "unknownAccount" : isDue ? .null : "nothingDue",
      "subscriptions": .array(sorted.map(\.json)),
    ])
  }

  /// The answer with the access of an account, by the subscription that grants it longest.
  func access(_ query: WebQuery) async throws(WebProblem) -> WebAnswer {
    let (account, app) = (try query.account(), try query.app())
    let environment = try query.environment()
    let now = parts.clock()
    let grants = try await subscribers(of: account, app: app) { subscriber, policy in
      AccountAccess(subscriber, policy: policy, at: now)
    }.filter { $0.environment == environment }
    let best = grants.min { $0.precedes($1) }
    let granted = best?.access.granted ?? false
    return .json([
      "account": JSON(account),
      "asOf": JSON(now),
      "granted": .bool(granted),
      "until": JSON(best?.access.until),
      "reason": best == nil ? "unknownAccount" : granted ? .null : "noAccess",
      "subscription": JSON(best?.id),
      "store": JSON(best?.store.rawValue),
      "product": JSON(best?.product),
      "state": JSON(best?.state.rawValue),
    ])
  }

  /// Reads every subscription of an account, found by its whole identifier, as of the present.
  private func subscribers<Shape: Sendable>(
    of account: AccountID, app: AppID?,
    _ shape: @escaping @Sendable (Subscriber, ChurnPolicy) -> Shape
  ) async throws(WebProblem) -> [Shape] {
    try await ask { (ledger) throws(LedgerError) in
      let ids = try ledger.subscriptions(
        ofAnySpelling: account, limit: Self.subscriptionsMax)
      return try ledger.subscribers(ids).filter { app == nil || $0.app == app }
        .map { shape($0, ledger.policy) }
    }
  }
}
