/// One answer of a store's API.
public struct StoreAnswer: Hashable, Sendable {
  /// The body byte for byte.
  public var body: [UInt8]
  /// The token of the page that follows; `nil` where this is the last.
  public var nextPage: String?

  /// Creates an answer.
  public init(body: [UInt8], nextPage: String? = nil) {
    (self.body, self.nextPage) = (body, nextPage)
  }
}
