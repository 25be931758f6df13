import EventLedger
import SubscriptionCore
import TerminalUI

/// Keys typed ahead: those that are about rows wait until the rows are there, and every key after
/// them waits in line, so that `3 w` means the same however fast it is typed.
extension DashboardModel {
  /// Handles a key or a paste, or keeps it until the answer that it is about has come.
  mutating func type(_ typed: TypeAhead.Input) -> [Effect] {
    if case .key(let press) = typed, !typeAhead.isEmpty, dropsTypeAhead(press) {
      let count = typeAhead.count
      typeAhead.removeAll()
      tell("Dropped \(Words.plural(count, "key")) that waited for the ledger.")
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

  /// Drops the keys that waited for something that did not come: on any other screen they would
  /// mean something else.
  mutating func dropTypeAhead(because reason: String) {
    guard !typeAhead.isEmpty else { return }
    let count = typeAhead.count
    typeAhead.removeAll()
    tell("\(reason) Dropped \(Words.plural(count, "key")) typed ahead.", .warning)
  }

  /// Notes which of some effects end with a message that later keys may be about.
  mutating func note(_ effects: [Effect]) -> [Effect] {
    for effect in effects {
      if let reply = PendingReply(effect) { pendingReplies.insert(reply) }
    }
    return effects
  }

  /// Notes that a message ends what was begun; a failure without a place ends all of it.
  mutating func noteReply(_ message: DashboardMessage) {
    if let reply = PendingReply(message) { pendingReplies.remove(reply) }
    if case .failed(_, slot: nil, _) = message { pendingReplies = [] }
  }

  /// How many keys wait, for the status line; `nil` while none does.
  var typeAheadWords: String? {
    guard !typeAhead.isEmpty else { return nil }
    return "\(Words.plural(typeAhead.count, "key")) waiting (Esc drops)"
  }

  private mutating func handle(_ typed: TypeAhead.Input) -> [Effect] {
    switch typed {
    case .key(let press): take(press)
    case .paste(let text): take(pasted: text)
    }
  }

  /// A key that never waits: it gives up what was typed ahead, or leaves.
  private func dropsTypeAhead(_ press: KeyPress) -> Bool {
    let chord = KeyChord(press)
    return chord == "Esc" || chord == "^c" || keyMap.command(for: chord, on: screen) == .quit
  }

  /// Whether what was typed is about something that is on its way.
  private func waits(_ typed: TypeAhead.Input) -> Bool {
    guard case .key(let press) = typed else { return false }
    let chord = KeyChord(press)
    if chord == "^c" { return false }
    switch input {
    case .none: break
    case .payload(let payload):
      return payloadWaits(payload, keyMap.command(for: chord, on: .detail))
    case _: return false
    }
    if pendingReplies.contains(.preparing) { return true }
    if let custom = preferences.command(for: chord) {
      return !custom.placeholders.isEmpty && awaitsRows
    }
    guard let id = keyMap.command(for: chord, on: screen), id != .quit else { return false }
    // What a name leads to is another screen, for which the keys are meant.
    if inFlight[.find] != nil, earlyFind == nil { return id != .back }
    if id == .undo || id == .redo { return pendingReplies.contains(.recording) }
    if id == .views { return pendingReplies.contains(.savingView) }
    return id.isAboutRows(on: screen) && awaitsRows
  }

  private func payloadWaits(_ payload: PayloadState, _ id: CommandID?) -> Bool {
    guard payload.document == nil, !payload.isMissing, inFlight[.payload] != nil, let id else {
      return false
    }
    return id == .copy || Movement(id) != nil
  }

  /// Whether the rows that keys of the screen are about are on their way.
  private var awaitsRows: Bool {
    switch screen {
    case .overview: return overview.figures == nil && inFlight[.overview] != nil
    case .subscribers, .due:
      guard let list, let slot = listSlot else { return false }
      if inFlight[.marks] != nil || inFlight[.find] != nil { return true }
      guard inFlight[slot] != nil else { return false }
      return list.shown != list.wanted || list.window.beginsAnew || isGoing(slot)
    case .events: return !events.isLoaded && inFlight[.events] != nil
    case .detail:
      return detail?.data == nil && detail?.isMissing == false && inFlight[.detail] != nil
    case .help: return false
    }
  }

  /// Whether the answer that a list waits for puts the cursor elsewhere.
  private func isGoing(_ slot: Slot) -> Bool {
    guard case .window(let question, _) = waiting[slot] ?? asked[slot] else { return false }
    switch question.anchor {
    case .end, .matching: return true
    case .start, .around, .after, .before, .merging: return false
    }
  }
}

extension CommandID {
  /// Whether the command is about the rows of a screen, or the subscriber in Detail.
  fileprivate func isAboutRows(on screen: Screen) -> Bool {
    if Movement(self) != nil { return true }
    switch self {
    case .moveScreenTop, .moveScreenMiddle, .moveScreenBottom, .recordNext, .recordPrevious,
      .linked, .eventNext, .eventPrevious, .open, .openSubscriber, .matchNext, .matchPrevious,
      .actions, .markShown, .snooze, .suppress, .note, .claim, .askStore, .markToggle, .markRange,
      .markAll, .copy, .export, .reveal, .commands:
      return true
    case .why: return screen != .detail
    case .timeEarlier, .timeLater, .timeZoomIn, .timeZoomOut, .timeToday, .timeFit:
      return screen == .detail
    case _: return false
    }
  }
}
