import StoreSync

/// Where a client's bearer tokens come from.
protocol TokenSource: Sendable {
  /// A token that holds for at least the next minute.
  func token() async throws(StoreAPIError) -> String

  /// Forgets a token that the store did not accept; a newer one stays.
  func discard(_ token: String) async
}
