import EventLedger
import SubscriptionCore

/// A configured system that receives changes by webhook.
struct Receiver: Hashable, Sendable {
  /// The line in the configuration.
  var line: Int
  var name: String
  /// The URL of the webhook.
  var url: String
  /// The source of the secret that signs the webhooks.
  var secret: SecretSource?
  /// The kinds of change that it receives.
  var kinds = Set(SubscriptionChange.Kind.allCases)
  /// The subscriptions that it receives, by their state when the change was recorded; `nil` for
  /// all.
  var filter: Filter?
  /// A Boolean value that indicates whether the account's profile is included.
  var withProfile = false
  /// The greatest age of a change that still counts as news when it is recorded.
  var horizon = RecordedChange.usualHorizon
  /// A Boolean value that indicates whether it also receives older changes, marked as backfill.
  var withBackfill = false

  /// Returns whether the receiver is sent a change.
  func wants(_ recorded: RecordedChange) -> Bool {
    let change = recorded.change
    guard kinds.contains(change.kind) else { return false }
    guard withBackfill || !recorded.isBackfill(horizon: horizon) else { return false }
    return filter?.matches(change.subscription, at: recorded.recordedAt) ?? true
  }

  /// Returns the body of the webhook for a change.
  func body(of recorded: RecordedChange) -> [UInt8] {
    Array(recorded.json(horizon: horizon, withProfile: withProfile).compact.utf8)
  }
}

/// The settings of the outbox of changes.
struct ChangeSettings: Hashable, Sendable {
  /// The time for which changes are retained.
  var retention = OutboxRetention.usual
}
