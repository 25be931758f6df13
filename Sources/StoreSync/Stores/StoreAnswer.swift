import SubscriptionCore

/// An answer of a store's API.
public struct StoreAnswer: Hashable, Sendable {
  /// The body byte for byte.
  public var body: [UInt8]
  /// The token of the next page; `nil` where this is the last.
  public var nextPage: String?
  /// The instant at which the latest notification on a page was sent; `nil` for any other answer,
  /// and if the store does not state it.
  public var sentAt: Timestamp?

  /// Creates an answer.
  public init(body: [UInt8], nextPage: String? = nil, sentAt: Timestamp? = nil) {
    (self.body, self.nextPage, self.sentAt) = (body, nextPage, sentAt)
  }
}
