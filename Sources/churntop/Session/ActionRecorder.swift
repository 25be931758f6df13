import Dashboard
import EventLedger
import Intake
import ProgramConventions
import StorePayloads
import SubscriptionCore

/// The recorder of one operator action, through the same intake as everything else.
struct ActionRecorder {
  private let session: Session
  private let options: ActionOptions
  private let actor: String
  private let ledger: any Ledger
  private let subscription: SubscriptionID

  /// Opens the ledger and resolves the subscription.
  init(_ session: Session, _ options: ActionOptions) throws {
    (self.session, self.options) = (session, options)
    try options.form.check(for: "prompt")
    ledger = try session.open(.writing)
    actor = try session.actor(by: options.by, in: ledger)
    subscription = try session.resolve(options.subscriber.id, in: ledger)
  }

  /// Records an action that is effective at an instant, by default now.
  func record(
    _ kind: EventKind, step: Int? = nil, until: Timestamp? = nil, text: String? = nil,
    undoes: EventID? = nil, at: Timestamp? = nil, of undone: SubscriptionEvent? = nil,
    takesOver: Bool = false
  ) throws {
    let now = session.clock
    let record = ActionRecord(
      kind: kind, subscription: subscription, at: at ?? now, recordedAt: now,
      action: SubscriptionEvent.Action(
        actor: actor, step: step, until: until, text: text, undoes: undoes))
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    if kind == .claimed {
      let (_, held) = try intake.claim([record], takingOver: { _ in takesOver }, now: now)
      if let held = held.first { throw CommandError.failed(refusal(held)) }
      return try answer(record, undone)
    }
    let result = try intake.record(record, now: now)
    if let refusal = result.refusals.first { throw CommandError.failed(refusal.reason) }
    try answer(record, undone)
  }

  /// Returns a Boolean value that indicates whether an action about prompts was recorded where no
  /// payment fails; a prompt that was shown while one did may be reported after its recovery.
  private func concernsNoFailure(_ record: ActionRecord) throws -> Bool {
    guard let action = record.kind.action, [.shown, .snoozed, .suppressed].contains(action),
      let subscriber = try ledger.subscriber(subscription)
    else { return false }
    let now = record.recordedAt
    return !subscriber.episodes(at: now, policy: ledger.policy).contains { episode in
      episode.failedAt <= record.at && record.at <= episode.endedAt ?? now
    }
  }

  /// The reason that a claim was not recorded.
  private func refusal(_ held: HeldClaim) -> String {
    let until = held.until.map { " until \(session.time.minute($0))" } ?? ""
    return DisplayText.sanitized(
      "Nothing was recorded: \(held.actor) has claimed \(held.subscription)\(until). "
        + "--take-over takes the case over.")
  }

  /// Reverts an action: the named one, or the actor's own latest one in force.
  func undo(_ named: EventID?) throws {
    let events = try ledger.events(of: subscription).map(\.event)
    let open = Self.inForce(events)
    if let named {
      guard events.contains(where: { $0.id == named && $0.kind.isAction }) else {
        throw CommandError.notFound(
          "\(subscription) has no recorded action '\(named)'. 'churntop show ID --format json' "
            + "lists the events with their ids.")
      }
      guard open.contains(where: { $0.id == named }) else {
        throw CommandError.failed("'\(named)' is taken back already.")
      }
      return try record(.undone, undoes: named, of: events.first { $0.id == named })
    }
    let actions = open.filter { $0.kind != .undone }
    guard !actions.isEmpty else {
      throw CommandError.notFound("\(subscription) has no action to take back.")
    }
    guard let latest = actions.first(where: { $0.action?.actor == actor }) else {
      let shown = actions.prefix(Session.candidatesMax).map { action in
        DisplayText.sanitized("\(action.id)  \(words(action))")
      }
      throw CommandError.ambiguous(
        "\(actor) has recorded nothing about \(subscription) that is in force; name what to take "
          + "back with --event:",
        candidates: shown + (shown.count < actions.count ? ["and more"] : []))
    }
    try record(.undone, undoes: latest.id, of: latest)
  }

  /// Returns the actions in force, the most recent first.
  private static func inForce(_ events: [SubscriptionEvent]) -> [SubscriptionEvent] {
    let takenBack = UndoResolution(in: events)
    return events.filter { $0.kind.isAction && !takenBack.contains($0.id) }
      .sorted { ($0.recordedAt, $0.id) > ($1.recordedAt, $1.id) }
  }

  /// Describes the recorded action; for a reverted one its kind, actor and time.
  private func words(_ record: ActionRecord, _ undone: SubscriptionEvent?) -> String {
    let kind = DisplayText.words(record.kind.rawValue)
    guard let undone else { return "\(kind) (\(record.action.detail(session.time)))" }
    return "\(kind): \(words(undone)) (\(record.action.detail(session.time)))"
  }

  /// Describes an action in force: its kind, step, actor and time.
  private func words(_ event: SubscriptionEvent) -> String {
    let detail = event.action.map { " (\($0.detail(session.time)))" } ?? ""
    return "\(DisplayText.words(event.kind.rawValue))\(detail) of "
      + session.time.minute(event.recordedAt)
  }

  /// Prints the subscriber's status after the action, which stays recorded where that fails.
  private func answer(_ record: ActionRecord, _ undone: SubscriptionEvent?) throws {
    do {
      try printStatus(after: record, undone)
    } catch let error as LedgerError {
      throw CommandError.failed("The action is recorded. \(error)")
    } catch CommandError.failed(let text) {
      throw CommandError.failed("The action is recorded. \(text)")
    }
  }

  private func printStatus(after record: ActionRecord, _ undone: SubscriptionEvent?) throws {
    let row = try ledger.summary(subscription)
    guard let row else { throw CommandError.notFound("\(subscription) is gone from the ledger.") }
    let output = session.output
    switch options.form.format {
    case .json, .ndjson:
      let isHidden = try session.hidesPersonalData(
        from: "prompt", format: options.form.format, count: 1, of: subscription, in: ledger)
      let json = SubscriberShape(isHidden ? Masking.row(row) : row).json
      try output.line(options.form.format == .json ? json.pretty() : json.compact)
    case .text, .csv, .md:
      // Rows ahead of a clock that is behind them say what holds then.
      let stands = try ledger.advancedTo()
      let now = max(session.clock, stands ?? session.clock)
      let table = SubscriberTable(now: now, time: session.time)
      try output.line(DisplayText.sanitized("\(subscription): \(words(record, undone))"))
      try output.line("prompt: \(table.prompt(row))  access: \(table.access(row.status))")
    }
    try output.flush()
    if try concernsNoFailure(record) {
      diagnostics.say("Recorded, but \(PromptDecision.nothingFailing).")
    }
  }
}
