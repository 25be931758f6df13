import Foundation
import PlainText
import SubscriptionCore

/// The base URL of a store's API; its path prefixes every path.
public struct StoreHost: Hashable, Sendable {
  /// The URL without a trailing slash.
  public let address: String

  /// Creates a host from its URL.
  ///
  /// - Parameter address: `https://…`; `http://…` only for this machine itself, as tests need it.
  /// - Throws: ``CredentialError/insecureAddress`` for anything else, since requests carry tokens.
  public init(_ address: String) throws(CredentialError) {
    var address = address
    while address.hasSuffix("/") { address.removeLast() }
    guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
    else { throw .insecureAddress }
    let isHere = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    guard parts.scheme == "https" || parts.scheme == "http" && isHere else {
      throw .insecureAddress
    }
    self.address = address
  }

  private init(trusted address: String) { self.address = address }

  /// The App Store Server API of an environment; Xcode has none, so it counts as the sandbox
  /// (<https://developer.apple.com/documentation/appstoreserverapi>, hosts since May 2026).
  public static func appStore(_ environment: StoreEnvironment) -> StoreHost {
    switch environment {
    case .production: StoreHost(trusted: "https://api.storekit.apple.com")
    case .sandbox, .local: StoreHost(trusted: "https://api.storekit-sandbox.apple.com")
    }
  }

  /// The Google Play Developer API
  /// (<https://developers.google.com/android-publisher/api-ref/rest>).
  public static let googlePlay = StoreHost(trusted: "https://androidpublisher.googleapis.com")

  /// The App Store Connect API
  /// (<https://developer.apple.com/documentation/appstoreconnectapi>).
  public static let appStoreConnect = StoreHost(trusted: "https://api.appstoreconnect.apple.com")

  /// Pub/Sub.
  public static let pubSub = StoreHost(trusted: "https://pubsub.googleapis.com")

  /// Returns the absolute URL of a path with a query; each component, slashes included, name and
  /// value is percent-encoded.
  func url(_ path: [String], query: [(name: String, value: String)] = []) -> String {
    let place = path.map { "/" + Self.escaped($0) }.joined()
    let question = query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(
      separator: "&")
    return address + place + (question.isEmpty ? "" : "?" + question)
  }

  /// Percent-encodes a component, also one that would be a step in the path.
  static func escaped(_ text: String) -> String {
    text == "." || text == ".." ? text.replacing(".", with: "%2E") : text.percentEncoded
  }
}
