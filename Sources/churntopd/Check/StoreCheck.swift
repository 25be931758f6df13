import StoreSync
import SubscriptionCore

/// A check of each store by harmless signed requests that reports missing permissions.
struct StoreCheck: Sendable {
  /// The result of one request.
  struct Finding: Hashable, Sendable {
    /// The destination of the request.
    var place: String
    /// A Boolean value that indicates whether the store answered as expected.
    var isSound: Bool
    /// The message.
    var text: String
  }

  /// Returns the current time.
  let clock: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void

  /// Requests a test notification from the App Store, and its status, and returns the findings
  /// about the key and its arrival.
  func check(_ app: StoreClientsBuilder.AppStore) async -> [Finding] {
    let place = "App Store \(app.app.bundle) (\(app.environment.rawValue))"
    let token: String
    do throws(StoreAPIError) {
      token = try await app.client.requestTestNotification()
    } catch {
      return [Finding(place: place, isSound: false, text: Self.advice(appStore: error))]
    }
    let accepted = Finding(place: place, isSound: true, text: "the key is accepted")
    for _ in 0..<Self.appearancesMax {
      try? await sleep(.seconds(1))
      guard let answer = try? await app.client.testNotificationStatus(token: token) else {
        continue
      }
      let arrived = String(decoding: answer.body, as: UTF8.self).contains("\"SUCCESS\"")
      let text =
        arrived
        ? "the test notification was taken by the server"
        : "the test notification was sent and not taken. Start 'churntopd serve' behind the "
          + "address that is set in App Store Connect, and check again"
      return [accepted, Finding(place: place, isSound: arrived, text: text)]
    }
    return [
      accepted,
      Finding(place: place, isSound: true, text: "the test notification is still on its way"),
    ]
  }

  /// Queries Google Play for a purchase that does not exist and for voided purchases, and returns
  /// the findings about the permissions.
  func check(_ app: StoreClientsBuilder.GooglePlay) async -> [Finding] {
    let place = "Google Play \(app.app.package)"
    var findings: [Finding] = []
    do throws(StoreAPIError) {
      _ = try await app.client.subscription(purchaseToken: "churntopd-check-config")
      findings.append(Finding(place: place, isSound: true, text: "subscriptions may be queried"))
    } catch {
      findings.append(Self.finding(place, subscriptions: error, account: app.account))
    }
    guard findings.allSatisfy(\.isSound) else { return findings }
    let now = clock()
    do throws(StoreAPIError) {
      _ = try await app.client.voidedPurchases(now - .hours(1)..<now, after: nil)
      findings.append(Finding(place: place, isSound: true, text: "voided purchases may be queried"))
    } catch {
      findings.append(
        Finding(
          place: place, isSound: false,
          text: Self.advice(googlePlay: error, account: app.account)))
    }
    return findings
  }

  /// Pulls a message of a subscription and returns it to the queue at once.
  ///
  /// - Returns: The finding about the account's permission to pull and acknowledge.
  func check(_ pulled: StoreClientsBuilder.Pulled) async -> Finding {
    let place = "Pub/Sub \(pulled.api.subscription)"
    do throws(StoreAPIError) {
      let handles = try await pulled.api.pull(1, waits: false).map(\.handle)
      if !handles.isEmpty { try await pulled.api.setDeadline(handles, to: .zero) }
      return Finding(place: place, isSound: true, text: "messages may be pulled")
    } catch {
      let advice =
        switch error {
        case .unauthorized:
          ". Give \(pulled.account) the role 'Pub/Sub Subscriber' on the subscription"
        case .notFound: ". Compare the name, or make a pull subscription of the topic"
        case .refused:
          ". It has to be a pull subscription: one that pushes cannot be pulled"
        case .gone, .clockSkew, .throttled, .unavailable, .malformed: ""
        }
      return Finding(
        place: place, isSound: false, text: "messages cannot be pulled: \(error)\(advice)")
    }
  }

  /// Reads the product settings, and reports the missing permission if they are refused.
  func check(_ products: any ProductSettingsAPI) async -> Finding {
    let store = products.app.store
    let place =
      switch store {
      case .appStore: "App Store Connect \(products.app.app)"
      case .googlePlay: "Google Play \(products.app.app)"
      }
    do throws(StoreAPIError) {
      let facts = try await products.productSettings().count
      return Finding(place: place, isSound: true, text: "\(facts) facts of products may be read")
    } catch {
      let advice =
        switch (error, store) {
        case (.unauthorized, .appStore):
          ". The key has to be a team key of App Store Connect (Users and Access, Integrations, "
            + "App Store Connect API) with the role App Manager"
        case (.unauthorized, .googlePlay):
          ". Give the account 'View app information' for the app in Play Console"
        case (_, _): ""
        }
      return Finding(
        place: place, isSound: false, text: "the products cannot be read: \(error)\(advice)")
    }
  }

  /// A response that the purchase is not found proves the permission of the account.
  private static func finding(
    _ place: String, subscriptions error: StoreAPIError, account: String
  ) -> Finding {
    switch error {
    case .notFound, .gone, .refused(status: 400, _):
      Finding(place: place, isSound: true, text: "subscriptions may be queried")
    case .refused, .unauthorized, .clockSkew, .throttled, .unavailable, .malformed:
      Finding(place: place, isSound: false, text: advice(googlePlay: error, account: account))
    }
  }

  private static func advice(appStore error: StoreAPIError) -> String {
    switch error {
    case .unauthorized:
      "\(error). The key has to be an In-App Purchase key (App Store Connect, Users and Access, "
        + "Integrations, In-App Purchase) of the team whose issuer identifier is configured"
    case .notFound:
      "\(error). Set the server's address in App Store Connect: the app, App Information, App "
        + "Store Server Notifications"
    case .gone, .refused, .clockSkew, .throttled, .unavailable, .malformed: "\(error)"
    }
  }

  private static func advice(googlePlay error: StoreAPIError, account: String) -> String {
    switch error {
    case .unauthorized:
      "\(error). Invite \(account) in Play Console, Users and permissions, with 'View app "
        + "information', 'View financial data, orders, and cancellation survey responses' and "
        + "'Manage orders and subscriptions', and enable the Google Play Android Developer API in "
        + "its Google Cloud project; new permissions take up to 36 hours"
    case .notFound, .gone, .refused, .clockSkew, .throttled, .unavailable, .malformed: "\(error)"
    }
  }

  /// The maximum number of queries for the status of a test notification.
  private static let appearancesMax = 5
}
