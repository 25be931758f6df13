/// The JSON of a prompt decision.
public struct PromptShape {
  /// The decision.
  public var decision: PromptDecision

  /// Creates the JSON of a decision.
  public init(_ decision: PromptDecision) { self.decision = decision }

  /// The decision without its trace.
  public var json: JSON {
    [
      "decision": .string(word),
      "step": JSON(decision.step?.rawValue),
      "message": JSON(decision.message?.rawValue),
      "since": JSON(since),
      "at": JSON(scheduledAt),
      "reason": JSON(decision.verdict.withheldReason?.rawValue),
      "nextAt": JSON(decision.nextAt),
      "rule": JSON(decision.rule),
      "shownInEpisode": JSON(decision.shownInEpisode),
      "lastShownAt": JSON(decision.lastShownAt),
    ]
  }

  /// Returns the decision with every condition it was based on.
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

  /// `due`, `scheduled` or `withheld`.
  public var word: String {
    switch decision.verdict {
    case .due: "due"
    case .scheduled: "scheduled"
    case .withheld: "withheld"
    }
  }

  /// The instant from which it is due.
  public var since: Timestamp? {
    guard case .due(let since) = decision.verdict else { return nil }
    return since
  }

  /// The instant at which it will be due.
  public var scheduledAt: Timestamp? {
    guard case .scheduled(let instant) = decision.verdict else { return nil }
    return instant
  }
}
