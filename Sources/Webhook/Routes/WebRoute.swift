import SubscriptionCore

/// Everything the server answers: one table of paths, from which requests are routed and the
/// description of the interface is made.
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

  /// The methods that are served.
  enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
  }

  /// The method.
  var method: Method {
    switch self {
    case .appStoreNotification, .googlePlayNotification, .promptShown: .post
    case .prompts, .access, .changes, .health, .ready, .metrics, .description: .get
    }
  }

  /// The path.
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

  /// The store whose deliveries it takes; `nil` where it takes none.
  var store: Store? {
    switch self {
    case .appStoreNotification: .appStore
    case .googlePlayNotification: .googlePlay
    case .prompts, .promptShown, .access, .changes, .health, .ready, .metrics, .description: nil
    }
  }

  /// What a bearer token of ours must permit; `nil` where none is asked for.
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

  /// What it does, in one sentence.
  var summary: String {
    switch self {
    case .appStoreNotification: "Take in an App Store Server Notification, version 2."
    case .googlePlayNotification: "Take in a real-time developer notification pushed by Pub/Sub."
    case .prompts: "Read whether a payment-fix prompt is due for an account, and why."
    case .promptShown: "Record that a prompt was shown, so that the schedule goes on from there."
    case .access: "Read whether an account may use what it bought, and until when."
    case .changes: "Read what happened to subscriptions, in order, and wait for more."
    case .health: "Say that the process is alive."
    case .ready: "Say whether requests can be served: the ledger writable, the clock sane."
    case .metrics: "Read what is measured, in Prometheus' text format."
    case .description: "Read this description."
    }
  }

  /// The routes of a path, by method.
  static let table: [String: [Method: WebRoute]] = allCases.reduce(into: [:]) { table, route in
    table[route.path, default: [:]][route.method] = route
  }
}
