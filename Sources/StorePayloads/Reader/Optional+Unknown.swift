import SubscriptionCore

extension Optional {
  /// Whether there is a value that this build does not know.
  func isUnknown<Known>() -> Bool where Wrapped == Open<Known> {
    guard case .unknown = self else { return false }
    return true
  }
}

extension Open {
  /// Whether this build does not know the value.
  func isUnknown() -> Bool { known == nil }
}
