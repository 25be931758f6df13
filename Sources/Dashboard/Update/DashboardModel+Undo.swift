import SubscriptionCore

/// Undo and redo of recorded actions, within a time limit.
extension DashboardModel {
  /// Asks whether the latest entry of the journal is to be taken back, or brought back.
  mutating func turnBack(_ id: CommandID) -> [Effect] {
    guard let action = journal.reversal(id == .undo ? .undo : .redo, at: liveNow) else { return [] }
    return confirm(action)
  }

  /// The present by the clock, whatever the rows are of; the instant of a paused screen.
  var liveNow: Timestamp { time.isPaused ? now : settings.clock.present(at: machineNow) }

  /// The time since an entry was recorded; zero by a clock that was set back.
  private func age(of entry: UndoJournal.Entry) -> Duration { max(.zero, machineNow - entry.at) }

  /// The reason that nothing can be undone or redone, without a full stop; `nil` when something
  /// can.
  func undoDisabledReason(_ turn: OperatorAction.Turn) -> String? {
    let span = Formatting.span(settings.undoFor)
    guard let entry = journal.latest(turn) else {
      let word = turn == .undo ? "recorded here" : "taken back"
      return "nothing was \(word) in the last \(span)"
    }
    guard age(of: entry) >= settings.undoFor else { return nil }
    let who = entry.subscriptions.count == 1 ? "\(entry.subscriptions[0])" : "ID"
    let ago = Formatting.age(age(of: entry))
    let past = "\(ago) ago, \(span) is the limit; 'churntop prompt undo \(who)"
    guard turn == .redo else { return "recorded \(past)' takes it back" }
    let event = entry.undoings.count == 1 ? "\(entry.undoings[0])" : "EVENT"
    return "taken back \(past) --event \(event)' brings it back"
  }

  /// A hint for users who expected another command of the key; empty for none.
  func offer(insteadOf id: CommandID) -> String {
    guard id == .undo, journal.latest(.undo) == nil else { return "" }
    return " \(key(.filter)) filters by user."
  }

  /// The time for which a key will undo the action, as `u undoes for 10 min`.
  func undoWords(after action: OperatorAction) -> String {
    let span = Formatting.span(settings.undoFor)
    return action.reversal == .undo
      ? "\(key(.redo)) brings it back for \(span)" : "\(key(.undo)) undoes for \(span)"
  }

  /// The age of the action that is undone or redone, and the time left; `nil` for any other action.
  func timeWords(of action: OperatorAction) -> String? {
    guard let turn = action.reversal, let entry = journal.latest(turn) else { return nil }
    let past = "\(turn == .undo ? "Recorded" : "Taken back") \(Formatting.age(age(of: entry))) ago"
    let left = max(.zero, settings.undoFor - age(of: entry))
    return "\(past), \(Formatting.span(left)) left of \(Formatting.span(settings.undoFor))."
  }

  /// Handles the recording of an action: it can be undone, and its marks go.
  mutating func confirmRecorded(
    _ action: OperatorAction, _ events: [EventID], trouble: String?
  ) -> [Effect] {
    journal.note(action, events, at: machineNow)
    let words = "Recorded: \(Formatting.sentence(action, dates)); \(undoWords(after: action))"
    tell(
      trouble.map { "\(words), in this session only: \($0)." } ?? words + ".",
      trouble == nil ? .info : .warning)
    markStale()
    if action.subscriptions.count > 1 { unmark(action.subscriptions) }
    for id in action.subscriptions { ledger.extras[id]?.asOf = .distantPast }
    let effects = tick()
    return effects.isEmpty ? refreshValues() : effects
  }

  /// Removes from an undo or a redo what others settled meanwhile; `nil` where nothing is left to
  /// ask about.
  mutating func settle(_ action: OperatorAction, _ preview: ActionPreview) -> OperatorAction? {
    guard !preview.settled.isEmpty else { return action }
    let left = action.without(preview.settled)
    guard left.subscriptions.isEmpty else { return left }
    journal.forget(action)
    input = .none
    tell(Formatting.settled(action, preview, now: now).capitalizedFirst + ".", .warning)
    return nil
  }
}

extension OperatorAction {
  /// The action about all but some of its subscribers.
  func without(_ ids: [SubscriptionID]) -> OperatorAction {
    let gone = Set(ids)
    let kept = subscriptions.indices.filter { !gone.contains(subscriptions[$0]) }
    var action = self
    action.subscriptions = kept.map { subscriptions[$0] }
    action.undoes = kept.filter(undoes.indices.contains).map { undoes[$0] }
    return action
  }
}
