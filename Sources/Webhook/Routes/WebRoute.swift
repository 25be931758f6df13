import SubscriptionCore

/// The routes of the HTTP interface, each with the `operationId` that it has in ``OpenAPI``.
enum WebRoute: String, Hashable, Sendable, CaseIterable {
  case appStoreNotification = "receiveAppStoreNotification"
  case googlePlayNotification = "receiveGooglePlayNotification"
  case prompts = "readPrompts"
  case promptShown = "recordPromptShown"
  case access = "readAccess"
  case changes = "readChanges"
  case health = "checkHealth"
  case ready = "checkReadiness"
  case metrics = "readMetrics"
  case description = "readDescription"

  /// A query parameter.
  enum Parameter: String, Hashable, Sendable, CaseIterable {
    case account, app, environment, trace, after, since, wait, limit, backfill
  }

  /// The methods that are served.
  enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
  }

  var method: Method {
    switch self {
    case .appStoreNotification, .googlePlayNotification, .promptShown: .post
    case .prompts, .access, .changes, .health, .ready, .metrics, .description: .get
    }
  }

  var path: String {
    switch self {
    case .appStoreNotification: "/v1/app-store/notifications"
    case .googlePlayNotification: "/v1/google-play/notifications"
    case .prompts: "/v1/prompts"
    case .promptShown: "/v1/prompts/shown"
    case .access: "/v1/access"
    case .changes: "/v1/changes"
    case .health: "/healthz"
    case .ready: "/readyz"
    case .metrics: "/metrics"
    case .description: "/openapi.json"
    }
  }

  /// The store whose deliveries it receives; `nil` where it receives none.
  var store: Store? {
    switch self {
    case .appStoreNotification: .appStore
    case .googlePlayNotification: .googlePlay
    case .prompts, .promptShown, .access, .changes, .health, .ready, .metrics, .description: nil
    }
  }

  /// The permission that the bearer token needs; `nil` where no token is needed.
  var scope: TokenScope? {
    switch self {
    case .prompts: .promptsRead
    case .promptShown: .promptsWrite
    case .access: .accessRead
    case .changes: .changesRead
    case .metrics: .metricsRead
    case .appStoreNotification, .googlePlayNotification, .health, .ready, .description: nil
    }
  }

  /// The routes of a path, by method.
  static let table: [String: [Method: WebRoute]] = allCases.reduce(into: [:]) { table, route in
    table[route.path, default: [:]][route.method] = route
  }
}
