import SubscriptionCore
import TerminalUI

/// The keys typed ahead: those about rows wait until the rows are there, and every key after them
/// waits in line, so that `3 w` means the same however fast it is typed.
extension DashboardModel {
  /// Handles a key or a paste, or keeps it until the answer that it is about has come.
  mutating func type(_ typed: TypeAhead.Input) -> [Effect] {
    if case .key(let press) = typed, !typeAhead.isEmpty, dropsTypeAhead(press) {
      let count = typeAhead.count
      typeAhead.removeAll()
      tell("Dropped \(Formatting.plural(count, "key")) that waited for the ledger.")
      return KeyChord(press) == "Esc" ? [] : handle(typed)
    }
    guard !typeAhead.isEmpty || waits(typed) else { return handle(typed) }
    if !typeAhead.append(typed) {
      tell("\(TypeAhead.inputsMax) keys wait for the ledger already; Esc drops them.", .warning)
    }
    return []
  }

  /// Handles the keys that waited, up to the first one that still has to.
  mutating func handleTypeAhead() -> [Effect] {
    var effects: [Effect] = []
    while let next = typeAhead.first, !isFinished, !waits(next) {
      typeAhead.removeFirst()
      effects += note(handle(next))
      noteOrder()
    }
    return effects
  }

  /// Drops the keys that wait for an answer that failed: on any other screen they would mean
  /// something else.
  mutating func dropTypeAhead(because reason: String) {
    guard !typeAhead.isEmpty else { return }
    let count = typeAhead.count
    typeAhead.removeAll()
    tell("\(reason) Dropped \(Formatting.plural(count, "key")) typed ahead.", .warning)
  }

  /// Records the effects that end with a message that later keys may be about.
  mutating func note(_ effects: [Effect]) -> [Effect] {
    for effect in effects {
      if let reply = PendingAnswer(effect) { tasks.pendingReplies.insert(reply) }
    }
    return effects
  }

  /// Removes the pending reply that a message is; a failure without a slot removes all.
  mutating func noteReply(_ message: DashboardMessage) {
    if let reply = PendingAnswer(message) { tasks.pendingReplies.remove(reply) }
    if case .failed(_, slot: nil, _) = message { tasks.pendingReplies = [] }
  }

  /// The number of waiting keys, for the status line; `nil` while there are none.
  var typeAheadWords: String? {
    guard !typeAhead.isEmpty else { return nil }
    return "\(Formatting.plural(typeAhead.count, "key")) waiting (Esc drops)"
  }

  private mutating func handle(_ typed: TypeAhead.Input) -> [Effect] {
    switch typed {
    case .key(let press): handle(press)
    case .paste(let text): insert(pasted: text)
    }
  }

  /// Returns a Boolean value that indicates whether a key drops the keys typed ahead instead of
  /// waiting.
  private func dropsTypeAhead(_ press: KeyPress) -> Bool {
    let chord = KeyChord(press)
    return chord == "Esc" || chord == "^c" || keyMap.command(for: chord, on: screen) == .quit
  }

  /// Returns a Boolean value that indicates whether an input is about rows that are on their way.
  private func waits(_ typed: TypeAhead.Input) -> Bool {
    guard case .key(let press) = typed else { return false }
    let chord = KeyChord(press)
    if chord == "^c" { return false }
    if let overlay = input.overlay { return overlay.waits(for: chord, in: self) }
    if tasks.pendingReplies.contains(.preparing) { return true }
    if let custom = preferences.command(for: chord) {
      return !custom.placeholders.isEmpty && screen.controller.awaitsRows(in: self)
    }
    guard let id = keyMap.command(for: chord, on: screen), id != .quit else { return false }
    // What a name leads to is another screen, for which the keys are meant.
    if isAsking(.find), search.early == nil { return id != .back }
    if id == .undo || id == .redo { return tasks.pendingReplies.contains(.recording) }
    if id == .views { return tasks.pendingReplies.contains(.savingView) }
    return id.isAboutRows(on: screen) && screen.controller.awaitsRows(in: self)
  }

  /// Returns a Boolean value that indicates whether the answer that a list waits for puts the
  /// cursor elsewhere.
  func movesCursor(_ slot: Slot) -> Bool {
    guard case .window(let question, _) = ledger.waiting[slot] ?? ledger.asked[slot] else {
      return false
    }
    switch question.anchor {
    case .end, .matching: return true
    case .start, .around, .after, .before, .merging: return false
    }
  }
}

extension CommandID {
  /// Returns a Boolean value that indicates whether the command is about the rows of a screen, or
  /// the subscriber in Detail.
  fileprivate func isAboutRows(on screen: Screen) -> Bool {
    if Movement(self) != nil { return true }
    switch self {
    case .moveScreenTop, .moveScreenMiddle, .moveScreenBottom, .recordNext, .recordPrevious,
      .linked, .eventNext, .eventPrevious, .open, .openSubscriber, .matchNext, .matchPrevious,
      .actions, .markShown, .snooze, .suppress, .note, .claim, .askStore, .markToggle, .markRange,
      .markAll, .copy, .export, .reveal, .commands, .whatIfOf:
      return true
    case .why: return screen != .detail
    case .timeEarlier, .timeLater, .timeZoomIn, .timeZoomOut, .timeToday, .timeFit:
      return screen == .detail
    case _: return false
    }
  }
}
