extension PromptDecision.Verdict {
  /// The verdict in the filter language: `now`, `scheduled` or `withheld`.
  public var word: String {
    switch self {
    case .due: "now"
    case .scheduled: "scheduled"
    case .withheld: "withheld"
    }
  }

  /// The instant from which a prompt is or will be due; `nil` if it is withheld.
  public var instant: Timestamp? {
    switch self {
    case .due(let since): since
    case .scheduled(let at): at
    case .withheld: nil
    }
  }

  /// The reason for which a prompt is withheld; `nil` if it is not.
  public var withheldReason: WithheldReason? {
    guard case .withheld(let reason) = self else { return nil }
    return reason
  }
}
