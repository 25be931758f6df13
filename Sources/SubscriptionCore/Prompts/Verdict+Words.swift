extension PromptDecision.Verdict {
  /// The verdict as the filter language names it: `now`, `scheduled` or `withheld`.
  public var word: String {
    switch self {
    case .due: "now"
    case .scheduled: "scheduled"
    case .withheld: "withheld"
    }
  }

  /// Since when a prompt is due, or when it will be; `nil` when it is withheld.
  public var instant: Timestamp? {
    switch self {
    case .due(let since): since
    case .scheduled(let at): at
    case .withheld: nil
    }
  }

  /// Why a prompt is withheld; `nil` when it is not.
  public var withheldReason: WithheldReason? {
    guard case .withheld(let reason) = self else { return nil }
    return reason
  }
}
