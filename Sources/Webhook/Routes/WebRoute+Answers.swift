/// What each route takes and answers.
extension WebRoute {
  /// A query parameter.
  enum Parameter: String, Hashable, Sendable, CaseIterable {
    case account, app, environment, trace, after, since, wait, limit, backfill
  }

  /// The query parameters.
  var parameters: [Parameter] {
    switch self {
    case .prompts: [.account, .app, .trace]
    case .access: [.account, .app, .environment]
    case .changes: [.after, .since, .wait, .limit, .backfill]
    case .appStoreNotification, .googlePlayNotification, .promptShown, .health, .ready, .metrics,
      .description:
      []
    }
  }

  /// The problems with which the route's own work may end.
  var problems: [WebProblem.Kind] {
    switch self {
    case .appStoreNotification, .googlePlayNotification: []
    case .prompts, .access: tokenProblems + [.badRequest, .unavailable, .broken]
    case .changes: tokenProblems + [.badRequest, .cursorExpired, .unavailable, .broken]
    case .promptShown:
      tokenProblems + [
        .badRequest, .unknownSubscription, .tooSlow, .nothingFailing, .keyReused, .outOfTime,
        .tooLarge,
        .notJSON, .unavailable, .broken,
      ]
    case .metrics: tokenProblems + [.unavailable, .broken]
    case .ready: [.notReady]
    case .health, .description: []
    }
  }

  private var tokenProblems: [WebProblem.Kind] { [.noToken, .badToken, .missingScope] }

  /// The outcomes of the deliveries that the route takes.
  var outcomes: [DeliveryOutcome] {
    switch self {
    case .appStoreNotification, .googlePlayNotification:
      // The App Store proves itself by its signatures, so its sender is never at fault.
      DeliveryOutcome.allCases.filter { outcome in
        self == .googlePlayNotification
          || (outcome != .senderUnproven && outcome != .senderUncheckable)
      }
    case .prompts, .promptShown, .access, .changes, .health, .ready, .metrics, .description: []
    }
  }

  /// Every status that the route answers with, ascending, with what it means.
  var answers: [(status: Int, help: String)] {
    let named =
      problems.map { ($0.status, $0.title) }
      + outcomes.map { ($0.status, $0.title) }
      + (outcomes.isEmpty ? [(200, "Done")] : [])
    return Dictionary(grouping: named, by: \.0)
      .map { ($0.key, $0.value.map(\.1).joined(separator: "; ") + ".") }
      .sorted { $0.0 < $1.0 }
  }
}
