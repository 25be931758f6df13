/// The actions that operators and the app recorded for one subscription, without those that were
/// undone.
struct OperatorRecord: Hashable, Sendable {
  /// The prompts shown, oldest first.
  var shown: [PromptCase.Shown] = []
  /// The snoozes, in the order in which they count.
  var snoozes: [Interval] = []
  /// The instants at which prompts were suppressed.
  var suppressedAt: [Timestamp] = []
  /// The texts of the notes, oldest first.
  var notes: [String] = []
  /// The claims, oldest first.
  var claims: [Interval] = []
  /// The instant at which a refresh from the store was last requested.
  var refreshRequestedAt: Timestamp?

  /// An interval that an operator began: a snooze or a claim.
  struct Interval: Hashable, Sendable {
    /// The person or program that recorded it.
    var actor: String
    /// The beginning.
    var from: Timestamp
    /// The end; `nil` if it lasts until it is undone.
    var until: Timestamp?
  }

  /// Collects the actions, given in the order in which they count.
  init(_ actions: [SubscriptionEvent]) {
    let takenBack = UndoResolution(in: actions)
    for event in actions where !takenBack.contains(event.id) {
      let action = event.action
      let interval = Interval(
        actor: action?.actor ?? "", from: event.effectiveAt, until: action?.until)
      switch event.kind.action {
      case .shown:
        let step = action?.step.flatMap(PromptStep.init(rawValue:)) ?? .officialMessage
        shown.append(PromptCase.Shown(at: event.effectiveAt, step: step))
      case .snoozed: snoozes.append(interval)
      case .suppressed: suppressedAt.append(event.effectiveAt)
      case .noted: notes.append(action?.text ?? "")
      case .claimed: claims.append(interval)
      case .refreshRequested: refreshRequestedAt = event.effectiveAt
      case .undone, nil: break
      }
    }
    shown.sort { ($0.at, $0.step.rawValue) < ($1.at, $1.step.rawValue) }
  }

  /// Returns the end of the latest snooze recorded by an instant; it may be past.
  func snoozeEnd(at now: Timestamp) -> Timestamp? { snoozes.last { $0.from <= now }?.until }

  /// Returns the end of the latest snooze, if prompts are snoozed at an instant.
  func snoozedUntil(at now: Timestamp) -> Timestamp? {
    snoozeEnd(at: now).flatMap { $0 > now ? $0 : nil }
  }

  /// Returns the claim in force at an instant: the latest one, while it lasts.
  func claimedBy(at now: Timestamp) -> Interval? {
    let latest = claims.last { $0.from <= now }
    return latest?.until.map { $0 > now } ?? true ? latest : nil
  }

  /// Returns the first instant after another at which a recorded action begins or ends.
  func nextChange(after now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    for interval in snoozes + claims {
      next.offer(interval.from, after: now)
      next.offer(interval.until, after: now)
    }
    for prompt in shown { next.offer(prompt.at, after: now) }
    for instant in suppressedAt { next.offer(instant, after: now) }
    return next
  }
}
