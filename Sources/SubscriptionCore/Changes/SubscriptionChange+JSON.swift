// MARK: Changes as JSON

extension SubscriptionChange {
  /// The context in which a change is published, in the feed as well as to receivers.
  public struct Telling: Hashable, Sendable {
    /// The instant at which the change was recorded.
    public var recordedAt: Timestamp
    /// A Boolean value that indicates whether the change was already old when it was received.
    public var isBackfill: Bool
    /// A Boolean value that indicates whether the account's profile, which is personal data, is
    /// included.
    public var withProfile: Bool

    /// Creates a context.
    public init(recordedAt: Timestamp, isBackfill: Bool, withProfile: Bool = false) {
      (self.recordedAt, self.isBackfill, self.withProfile) = (recordedAt, isBackfill, withProfile)
    }
  }

  /// The type of the change in the notation of Standard Webhooks.
  public var type: String { Self.type(of: kind) }

  /// Returns the type of changes of a kind.
  public static func type(of kind: Kind) -> String { "subscription." + kind.rawValue }

  /// Returns the change in the form of the JSON contract
  /// (<https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>,
  /// "Payload structure").
  ///
  /// It contains no personal data except the account's identifier, unless the profile is included.
  public func json(_ telling: Telling) -> JSON {
    [
      "id": .string(id), "type": .string(type), "timestamp": JSON(at), "data": data(telling),
    ]
  }

  private func data(_ telling: Telling) -> JSON {
    let status = subscription.status
    let data: JSON = [
      "subscription": JSON(subscription.id),
      "account": JSON(subscription.account),
      "store": .string(subscription.store.rawValue),
      "environment": .string(subscription.environment.rawValue),
      "app": JSON(subscription.app),
      "product": subscription.product.rawValue.isEmpty ? .null : JSON(subscription.product),
      "state": .string(status.state.rawValue),
      "access": .bool(status.access.granted),
      "accessUntil": JSON(status.access.until),
      "accessKnown": .bool(status.isAccessKnown),
      "failedAt": JSON(episode?.failedAt),
      "graceEnds": JSON(episode?.graceEnds),
      "retryEnds": JSON(episode?.retryEnds),
      "resumesAt": kind == .paused ? JSON(status.resumesAt) : .null,
      "cause": JSON(cause?.rawValue),
      "reason": JSON(reason?.rawValue),
      "step": JSON(step),
      "message": kind == .promptDue ? JSON(status.prompt.message?.rawValue) : .null,
      "deepLink": status.isForUserToPay ? .string(deepLink) : .null,
      "recordedAt": JSON(telling.recordedAt),
      "backfill": .bool(telling.isBackfill),
    ]
    return telling.withProfile ? data.adding(["profile": profile]) : data
  }

  /// The kind of churn that an end belongs to.
  private var cause: ChurnCause? {
    let end = subscription.ends.last { $0.at == at && $0.reason == reason }
    return end.map(\.cause) ?? reason?.cause
  }

  /// The store's page on which the user fixes the payment.
  private var deepLink: String {
    PaymentPage.link(
      store: subscription.store, product: subscription.product, app: subscription.app)
  }

  private var profile: JSON {
    guard let profile = subscription.profile else { return .null }
    return [
      "name": .string(profile.name), "email": .string(profile.email),
      "tags": .array(profile.tags.map { .string($0) }), "timezone": .string(profile.timezone),
    ]
  }
}
