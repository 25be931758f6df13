import StoreSync

/// A source of bearer tokens.
protocol TokenSource: Sendable {
  /// Returns a token that is valid for at least the next minute.
  func token() async throws(StoreAPIError) -> String

  /// Removes a token that the store rejected from the cache; a newer one remains.
  func discard(_ token: String) async
}
