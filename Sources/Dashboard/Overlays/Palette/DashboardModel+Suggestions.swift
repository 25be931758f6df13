/// The suggestions of the command line: words of its own, and every command of the key table.
extension DashboardModel {
  /// The suggestions for a text: those that begin with it, then those with it in their name, then
  /// those with it in their description.
  ///
  /// What is typed may also be a name or an identifier, which is more likely when it has digits or
  /// several words. Enter does what the line under the cursor says.
  func suggestions(for text: String) -> [Suggestion] {
    if let zones = zoneOffers(for: text) { return zones }
    let text = text.trimmed
    let words = text.split(separator: " ")
    let word = words.first.map { $0.lowercased() } ?? ""
    let offers = commands(for: word, isAlone: words.count < 2)
    guard !text.isEmpty, PaletteCommand(word: word) == nil else { return offers }
    let lookUp = Suggestion(
      text: "open \(text)", help: "looks for this name, order, transaction or purchase",
      looksUp: true)
    let isName = words.count > 1 || text.contains { $0.isNumber || $0 == "@" }
    return isName ? [lookUp] + offers : offers + [lookUp]
  }

  private func commands(for word: String, isAlone: Bool) -> [Suggestion] {
    let verbs = PaletteCommand.allCases.filter { $0.begins(with: word) }
    var offers = verbs.map { Suggestion(text: $0.usage, help: $0.help) }
    guard isAlone else { return offers }
    let commands = CommandTable.all.filter(\.isRunnable)
    offers += commands.filter { $0.isCalled(word) }.map(suggestion)
    guard word.count > 1 else { return offers }
    offers += PaletteCommand.allCases.filter { !verbs.contains($0) && $0.help.contains(word) }
      .map { Suggestion(text: $0.usage, help: $0.help) }
    return offers
      + commands.filter { !$0.isCalled(word) && $0.tooltip.contains(word) }.map(suggestion)
  }

  /// The number of suggestions for an empty line.
  var offersMax: Int {
    PaletteCommand.allCases.count + CommandTable.all.filter(\.isRunnable).count
  }

  private func suggestion(of command: Command) -> Suggestion {
    var there = self
    if screen == .help { there.screen = help.origin }
    return Suggestion(
      text: command.id.rawValue, help: command.tooltip,
      keys: keyMap.keys(of: command.id, on: there.screen),
      disabledReason: there.disabledReason(of: command))
  }
}

extension PaletteCommand {
  /// Returns a Boolean value that indicates whether the command or one of its aliases begins with a
  /// word.
  fileprivate func begins(with word: String) -> Bool {
    word.isEmpty || rawValue.hasPrefix(word) || aliases.contains { $0.hasPrefix(word) }
  }
}

extension Command {
  /// Returns a Boolean value that indicates whether a word is part of what the command is called.
  fileprivate func isCalled(_ word: String) -> Bool {
    word.isEmpty || id.rawValue.contains(word) || title.contains(word)
  }
}
