import SubscriptionCore

/// The colour of a word in text output: the sixteen a terminal's owner chose, and attributes.
enum TextStyle: Sendable {
  /// The terminal's own.
  case plain
  /// Bold.
  case strong
  /// Faint.
  case faint
  /// The ink of a state.
  case state(SubscriptionState)

  /// The text between the escape sequences that switch the ink on and off.
  func wrap(_ text: String) -> String {
    guard let code, !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .state(let state):
      switch state {
      case .active: "36"
      case .grace: "1;93"
      case .hold: "1;91"
      case .paused: "94"
      case .canceled: "35"
      case .expired, .superseded: "2"
      case .refunded: "32"
      case .pending, .renewalPending, .unknown: nil
      }
    }
  }
}
