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
    var members: [JSON.Member] = [
      .init(name: "subscription", value: JSON(subscription.id)),
      .init(name: "account", value: JSON(subscription.account)),
      .init(name: "store", value: .string(subscription.store.rawValue)),
      .init(name: "environment", value: .string(subscription.environment.rawValue)),
      .init(name: "app", value: JSON(subscription.app)),
      .init(
        name: "product",
        value: subscription.product.rawValue.isEmpty ? .null : JSON(subscription.product)),
      .init(name: "state", value: .string(status.state.rawValue)),
      .init(name: "access", value: .bool(status.access.granted)),
      .init(name: "accessUntil", value: JSON(status.access.until)),
      .init(name: "accessKnown", value: .bool(status.isAccessKnown)),
      .init(name: "failedAt", value: JSON(episode?.failedAt)),
      .init(name: "graceEnds", value: JSON(episode?.graceEnds)),
      .init(name: "retryEnds", value: JSON(episode?.retryEnds)),
      .init(name: "resumesAt", value: JSON(kind == .paused ? status.resumesAt : nil)),
      .init(name: "cause", value: JSON(cause?.rawValue)),
      .init(name: "reason", value: JSON(reason?.rawValue)),
      .init(name: "step", value: JSON(step)),
      .init(
        name: "message",
        value: JSON(kind == .promptDue ? status.prompt.message?.rawValue : nil)),
      .init(name: "deepLink", value: status.isForUserToPay ? .string(deepLink) : .null),
      .init(name: "recordedAt", value: JSON(telling.recordedAt)),
      .init(name: "backfill", value: .bool(telling.isBackfill)),
    ]
    if telling.withProfile {
      members.append(.init(name: "profile", value: profile))
    }
    return .object(members)
  }

  /// The kind of churn that an end belongs to.
  private var cause: ChurnCause? {
    guard let end = subscription.ends.last(where: { $0.at == at && $0.reason == reason }) else {
      return reason?.cause
    }
    return end.cause
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
