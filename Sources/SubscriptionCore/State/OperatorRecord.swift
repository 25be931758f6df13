/// What operators and the app recorded about one subscription, less what they took back.
struct OperatorRecord: Hashable, Sendable {
  /// The prompts shown, oldest first.
  var shown: [PromptCase.Shown] = []
  /// Each order to wait, with the time it was given.
  var snoozes: [Interval] = []
  /// When prompts were suppressed.
  var suppressedAt: [Timestamp] = []
  /// The notes, oldest first.
  var notes: [OperatorNote] = []
  /// The claims, oldest first.
  var claims: [Interval] = []
  /// When a fresh answer from the store was asked for last.
  var refreshRequestedAt: Timestamp?

  /// A stretch of time that an operator began.
  struct Interval: Hashable, Sendable {
    /// Who began it.
    var actor: String
    /// When it begins.
    var from: Timestamp
    /// When it ends; `nil` for until it is taken back.
    var until: Timestamp?
  }

  /// Takes in the actions, given in the order in which they count.
  init(_ actions: [SubscriptionEvent]) {
    let takenBack = UndoResolution(in: actions)
    for event in actions where !takenBack.contains(event.id) {
      let action = event.action
      switch event.kind.action {
      case .shown:
        let step = action?.step.flatMap(PromptStep.init(rawValue:)) ?? .officialMessage
        shown.append(PromptCase.Shown(at: event.effectiveAt, step: step))
      case .snoozed:
        snoozes.append(
          Interval(actor: action?.actor ?? "", from: event.effectiveAt, until: action?.until))
      case .suppressed: suppressedAt.append(event.effectiveAt)
      case .noted:
        notes.append(
          OperatorNote(at: event.effectiveAt, actor: action?.actor ?? "", text: action?.text ?? ""))
      case .claimed:
        claims.append(
          Interval(actor: action?.actor ?? "", from: event.effectiveAt, until: action?.until))
      case .refreshRequested: refreshRequestedAt = event.effectiveAt
      case .undone, nil: break
      }
    }
    shown.sort { ($0.at, $0.step.rawValue) < ($1.at, $1.step.rawValue) }
  }

  /// Until when the latest order by an instant lets prompts wait; that time may be past.
  func snoozeEnd(at now: Timestamp) -> Timestamp? { Self.latest(snoozes, at: now)?.until }

  /// Until when prompts wait at an instant: what the latest order says.
  func snoozedUntil(at now: Timestamp) -> Timestamp? {
    guard let until = Self.latest(snoozes, at: now)?.until, until > now else { return nil }
    return until
  }

  /// Who has the case at an instant: the latest claim, while it lasts.
  func claimedBy(at now: Timestamp) -> Interval? {
    guard let claim = Self.latest(claims, at: now), claim.until.map({ $0 > now }) ?? true
    else { return nil }
    return claim
  }

  /// The first instant after one at which something recorded begins or ends by the clock.
  func nextChange(after now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    func offer(_ instant: Timestamp?) {
      guard let instant, instant > now else { return }
      next = min(next ?? instant, instant)
    }
    for spell in snoozes {
      offer(spell.from)
      offer(spell.until)
    }
    for spell in claims {
      offer(spell.from)
      offer(spell.until)
    }
    for prompt in shown { offer(prompt.at) }
    for instant in suppressedAt { offer(instant) }
    return next
  }

  private static func latest(_ spells: [Interval], at now: Timestamp) -> Interval? {
    spells.last { $0.from <= now }
  }
}

/// What an operator wrote down.
public struct OperatorNote: Hashable, Sendable {
  /// When.
  public var at: Timestamp
  /// Who.
  ///
  /// Text from outside.
  public var actor: String
  /// The words.
  ///
  /// Text from outside.
  public var text: String

  /// Creates a note.
  public init(at: Timestamp, actor: String, text: String) {
    (self.at, self.actor, self.text) = (at, actor, text)
  }
}
