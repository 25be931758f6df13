import SubscriptionCore

/// The style of a word in text output: the terminal's sixteen colours and attributes.
enum TextStyle: Sendable {
  /// The terminal's default.
  case plain
  /// Bold.
  case strong
  case faint
  /// The colour of a state.
  case state(SubscriptionState)

  /// Returns the text between the escape sequences that begin and end the style.
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
