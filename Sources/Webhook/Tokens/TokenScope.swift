/// A permission of a bearer token.
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
}
