extension PromptDecision {
  /// The decision as JSON, without its trace.
  public var json: JSON {
    [
      "decision": .string(verdict.name),
      "step": JSON(step?.rawValue),
      "message": JSON(message?.rawValue),
      "since": JSON(verdict.dueSince),
      "at": JSON(verdict.scheduledAt),
      "reason": JSON(verdict.withheldReason?.rawValue),
      "nextAt": JSON(nextAt),
      "rule": JSON(rule),
      "shownInEpisode": JSON(shownInEpisode),
      "lastShownAt": JSON(lastShownAt),
    ]
  }

  /// Returns the decision as JSON, with every condition it was based on.
  public func json(trace: [PromptCondition]) -> JSON {
    guard case .object(var members) = json else { return .null }
    let lines = trace.map { line -> JSON in
      [
        "condition": .string(line.condition), "value": .string(line.value.description),
        "holds": .bool(line.holds),
      ]
    }
    let place = members.firstIndex { $0.name == "rule" } ?? members.endIndex
    members.insert(JSON.Member(name: "trace", value: .array(lines)), at: place)
    return .object(members)
  }
}
