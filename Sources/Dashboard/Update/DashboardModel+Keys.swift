import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Handles a key: an overlay comes before the screen.
  mutating func handle(_ press: KeyPress) -> [Effect] {
    touchList()
    search.order?.isUndisturbed = false
    if KeyChord(press) == "^c" { return interrupt() }
    if input != .none, let id = keyMap.command(for: KeyChord(press), on: screen),
      id == .copyOpen || press.typed == nil && (id == .suspend || id == .redraw)
    {
      return perform(id)
    }
    if KeyChord(press) == "Enter", refuseCut() { return [] }
    return input.overlay?.handle(press, in: &self) ?? handleOnScreen(press)
  }

  private mutating func handleOnScreen(_ press: KeyPress) -> [Effect] {
    forgetLeaving(KeyChord(press))
    if let command = preferences.command(for: KeyChord(press)) { return begin(command) }
    guard let id = keyMap.command(for: KeyChord(press), on: screen) else {
      tell("\(KeyChord(press)) means nothing here; \(key(.help)) lists the keys.")
      return []
    }
    // Escape is pressed over and over to get back to the beginning: that leaves nothing.
    if id == .back, screen == .home, KeyChord(press) == "Esc", time.journey == nil,
      tasks.exporting == nil, keyMap.keys(of: .quit, on: screen).first != nil
    {
      tell("This is the first screen; \(key(.quit)) leaves churntop.")
      return []
    }
    return run(id)
  }

  /// Closes the overlay for help, where the key asks for help.
  mutating func leaveForHelp(_ key: KeyChord) -> [Effect] {
    guard keyMap.command(for: key, on: screen) == .help else { return [] }
    input = .none
    return screen == .help ? [] : show(.help)
  }

  /// Handles `^C`: it closes the overlay, and leaves when pressed twice without one.
  private mutating func interrupt() -> [Effect] {
    if tasks.running != nil { return [.cancelCommand] }
    if let overlay = input.overlay {
      let effects = overlay.cancel(in: &self)
      input = .none
      return effects
    }
    if let effects = stopBackgroundTask() { return effects }
    leaveWhenPressedTwice()
    return []
  }

  /// Ends the program when the key that leaves is pressed a second time, and says so before.
  mutating func leaveWhenPressedTwice() {
    if messages.flash?.text == Self.leaveWords { isFinished = true }
    tell(Self.leaveWords, .warning)
  }

  /// Any other key than the one that asked takes back the wish to leave.
  private mutating func forgetLeaving(_ key: KeyChord) {
    guard messages.flash?.text == Self.leaveWords, keyMap.command(for: key, on: screen) != .back
    else {
      return
    }
    messages.flash = nil
  }

  static let leaveWords = "Press again to quit."
}

extension LineEditor {
  /// The message that the latest text did not fit.
  var cutWords: String {
    "the line is full at \(Formatting.count(Self.charactersMax)) characters and lacks the rest; "
      + "shorten it"
  }
}
