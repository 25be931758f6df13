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

  private typealias Row = (method: Method, path: String, store: Store?, scope: TokenScope?)

  private var row: Row {
    switch self {
    case .appStoreNotification: (.post, "/v1/app-store/notifications", .appStore, nil)
    case .googlePlayNotification: (.post, "/v1/google-play/notifications", .googlePlay, nil)
    case .prompts: (.get, "/v1/prompts", nil, .promptsRead)
    case .promptShown: (.post, "/v1/prompts/shown", nil, .promptsWrite)
    case .access: (.get, "/v1/access", nil, .accessRead)
    case .changes: (.get, "/v1/changes", nil, .changesRead)
    case .health: (.get, "/healthz", nil, nil)
    case .ready: (.get, "/readyz", nil, nil)
    case .metrics: (.get, "/metrics", nil, .metricsRead)
    case .description: (.get, "/openapi.json", nil, nil)
    }
  }

  var method: Method { row.method }
  var path: String { row.path }
  /// The store whose deliveries it receives; `nil` where it receives none.
  var store: Store? { row.store }
  /// The permission that the bearer token needs; `nil` where no token is needed.
  var scope: TokenScope? { row.scope }

  /// The query parameters that it reads.
  var parameters: Set<Parameter> {
    switch self {
    case .prompts: [.account, .app, .trace]
    case .access: [.account, .app, .environment]
    case .changes: [.after, .since, .wait, .limit, .backfill]
    case .appStoreNotification, .googlePlayNotification, .promptShown, .health, .ready, .metrics,
      .description:
      []
    }
  }

  /// The routes of a path, by method.
  static let table: [String: [Method: WebRoute]] = allCases.reduce(into: [:]) { table, route in
    table[route.path, default: [:]][route.method] = route
  }
}
