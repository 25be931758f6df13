import SubscriptionCore

/// One statement of a store, an operator or the app, verified and mapped to events.
public struct StorePayload: Hashable, Sendable {
  /// The identity of the statement, the same each time it arrives, whatever wraps it.
  public var identity: String
  /// The recognized format.
  public var format: PayloadFormat
  /// The bytes as received, without the shared secret of a version 1 notification; reading them
  /// again results in the same payload.
  public var raw: [UInt8]
  /// The result of verifying its origin.
  public var verification: Verification
  /// A Boolean value that indicates whether the store used a kind or a value that this build does
  /// not know.
  public var hasUnknown = false
  /// The instant at which it was received, or the time it states if that was not recorded.
  public var receivedAt: Timestamp
  /// The events; empty for a payload that concerns no subscription.
  public var events: [SubscriptionEvent]
}
