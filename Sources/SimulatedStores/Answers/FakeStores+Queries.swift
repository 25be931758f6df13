import StoreSimulator
import SubscriptionCore

/// The query parameters of Get Transaction History.
extension FakeStores {
  /// An error response to an invalid request.
  struct Refusal: Error {
    /// The response.
    var reply: FakeReply

    /// Creates the error for a parameter, with Apple's error code.
    init(_ code: Int, _ parameter: String) {
      reply = .appStoreError(400, code, "Invalid request. The \(parameter) is invalid.")
    }
  }

  /// Parses the filters of a history.
  ///
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-history-_transactionid_>
  static func query(_ request: FakeRequest) -> Result<TransactionQuery, Refusal> {
    Result { () throws(Refusal) in
      var query = TransactionQuery()
      query.start = try time(request, "startDate", refusedAs: 4_000_015)
      query.end = try time(request, "endDate", refusedAs: 4_000_016)
      if let start = query.start, let end = query.end, start >= end {
        throw Refusal(4_000_013, "startDate, which must precede the endDate,")
      }
      query.products = request.values("productId")
      query.types = request.values("productType")
      guard query.types.isSubset(of: productTypes) else { throw Refusal(4_000_022, "productType") }
      query.groups = request.values("subscriptionGroupIdentifier")
      query.ownership = try word(
        request, "inAppOwnershipType", of: ["PURCHASED", "FAMILY_SHARED"], refusedAs: 4_000_026)
      _ = try word(request, "sort", of: ["ASCENDING", "DESCENDING"], refusedAs: 4_000_021)
      // Apple's library for Python writes Python's literals.
      query.revoked = try word(
        request, "revoked", of: ["true", "True", "false", "False"], refusedAs: 4_000_030
      ).map { $0.lowercased() == "true" }
      return query
    }
  }

  private static let productTypes: Set = [
    "AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE",
  ]

  private static func time(
    _ request: FakeRequest, _ name: String, refusedAs code: Int
  ) throws(Refusal) -> Timestamp? {
    guard let text = request.value(name) else { return nil }
    guard let number = Int64(text) else { throw Refusal(code, name) }
    return Timestamp(milliseconds: number)
  }

  /// Returns the value of a parameter with a few allowed values; `nil` if it is missing.
  private static func word(
    _ request: FakeRequest, _ name: String, of words: Set<String>, refusedAs code: Int
  ) throws(Refusal) -> String? {
    guard let text = request.value(name) else { return nil }
    guard words.contains(text) else { throw Refusal(code, name) }
    return text
  }
}
