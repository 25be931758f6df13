import EventLedger
import SubscriptionCore

/// Another system that is told of changes by webhook.
struct Receiver: Hashable, Sendable {
  /// The line of the configuration.
  var line: Int
  /// What it is called.
  var name: String
  /// Where changes are posted.
  var url: String
  /// Where the secret is that signs them.
  var secret: SecretSource?
  /// The kinds of change that it is told of.
  var kinds = Set(SubscriptionChange.Kind.allCases)
  /// Which subscriptions it is told of, as they stood when the change was recorded; `nil` for all.
  var filter: Filter?
  /// A Boolean value that indicates whether the account's profile is told as well.
  var withProfile = false
  /// How old a change may be when it is heard of and still count as news.
  var horizon = RecordedChange.usualHorizon
  /// A Boolean value that indicates whether it is told of older changes as well, marked as such.
  var withBackfill = false

  /// Whether the receiver is to be told of a change.
  func wants(_ recorded: RecordedChange) -> Bool {
    let change = recorded.change
    guard kinds.contains(change.kind) else { return false }
    guard withBackfill || !recorded.isBackfill(horizon: horizon) else { return false }
    return filter?.matches(change.subscription, at: recorded.recordedAt) ?? true
  }

  /// What it is told of a change.
  func body(of recorded: RecordedChange) -> [UInt8] {
    Array(recorded.json(horizon: horizon, withProfile: withProfile).compact.utf8)
  }
}

/// For how long changes are kept, for whoever was away.
struct ChangeSettings: Hashable, Sendable {
  /// The time.
  var retention = OutboxRetention.usual
}
