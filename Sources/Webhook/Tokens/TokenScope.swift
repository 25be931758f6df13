/// What a bearer token permits.
public enum TokenScope: String, Hashable, Sendable, CaseIterable {
  /// Reading prompt decisions.
  case promptsRead = "prompts:read"
  /// Recording that a prompt was shown.
  case promptsWrite = "prompts:write"
  /// Reading whether an account has access.
  case accessRead = "access:read"
  /// Reading changes of subscriptions.
  case changesRead = "changes:read"
  /// Reading the daemon's metrics.
  case metricsRead = "metrics:read"

  /// What it permits, as the description of the interface says it.
  var help: String {
    switch self {
    case .promptsRead: "Read prompt decisions."
    case .promptsWrite: "Record that a prompt was shown."
    case .accessRead: "Read whether an account has access."
    case .changesRead: "Read changes of subscriptions."
    case .metricsRead: "Read the daemon's metrics."
    }
  }
}
