import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Runs a command; one that help was searched for, on the screen that help was opened on.
  mutating func runAtOrigin(_ id: CommandID) -> [Effect] {
    let isElsewhere =
      screen == .help && CommandTable.command(id)?.screens.contains(.help) == false
    return (isElsewhere ? show(help.origin) : []) + run(id)
  }

  /// Runs a command of the command line with what follows its word.
  mutating func run(_ command: PaletteCommand, _ rest: String) -> [Effect] {
    switch command {
    case .show(let screen): show(screen)
    case .verb(let verb): run(verb, rest)
    }
  }

  private mutating func run(_ verb: PaletteVerb, _ rest: String) -> [Effect] {
    switch verb {
    case .help: return screen == .help ? [] : show(.help)
    case .messages: openMessages()
    case .undelivered: return ask(.undelivered, for: .undelivered)
    case .digest: return openDigest(rest)
    case .big: return openBigFigures()
    case .run:
      guard let command = preferences.commands.first(where: { $0.name == rest }) else {
        guard !preferences.commands.isEmpty else {
          openCommandMenu()
          return []
        }
        return complain("run", preferences.commands.map(\.name).joined(separator: ", "))
      }
      return begin(command)
    case .quit: isFinished = true
    case .asof:
      if rest.isEmpty { return openAsOf() }
      return travel(to: rest)
        ?? complain("asof", "2025-11-14, 2025-11-14T09:00:00Z, -3d, -6h", isSample: true)
    case .live: return comeBack()
    case .clock: return turnClock(rest) ?? complain("clock", "+3d, 6h/s, 1d/s, 0", isSample: true)
    case .open:
      return rest.isEmpty ? complain("open", "an identifier") : ask(.find(rest), for: .find)
    case .filter: return drill(rest)
    case .sort:
      let words = rest.split(separator: " ").map(String.init)
      guard let sort = words.first.flatMap(SubscriberSort.init(rawValue:)) else {
        return complain("sort", PaletteVerb.orders)
      }
      guard words.count == 1 || words.count == 2 && ["asc", "desc"].contains(words[1]) else {
        return complain("sort", "\(sort.rawValue), \(sort.rawValue) desc")
      }
      screen = .subscribers
      return self.sort(by: sort, descending: words.last == "desc")
    case .theme:
      let names = settings.themes.map(\.name)
      if rest.isEmpty { return openThemePicker() }
      if rest == "inspect" {
        openInspector()
        return []
      }
      guard let index = names.firstIndex(of: rest) else {
        return complain("theme", (["inspect"] + names).joined(separator: ", "))
      }
      return use(theme: index)
    case .glyphs:
      if rest.isEmpty { return use() }
      guard let set = GlyphSet(rawValue: rest) else {
        return complain("glyphs", GlyphSet.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return use(glyphs: set)
    case .set: return set(rest)
    case .mask:
      guard ["", "on", "off"].contains(rest) else { return complain("mask", "on, off") }
      mask(rest != "off")
    }
    return []
  }

  /// Sets the option with a name before an equals sign.
  private mutating func set(_ text: String) -> [Effect] {
    let parts = text.split(maxSplits: 1) { $0 == "=" || $0 == " " }.map { String($0).trimmed }
    if ["tz", "timezone"].contains(parts.first) {
      return setZone(parts.count == 2 ? parts[1] : "")
    }
    if parts.count == 2, let setting = CandidateSetting(rawValue: parts[0]) {
      return set(setting, to: parts[1])
    }
    let settable: [PaletteVerb] = [.theme, .glyphs, .mask, .sort]
    guard parts.count == 2, let command = settable.first(where: { $0.rawValue == parts[0] }) else {
      return complain("set", "theme=NAME, glyphs=SET, mask=on, mask=off, sort=ORDER, tz=ZONE")
    }
    return run(command, parts[1])
  }

  private mutating func complain(
    _ word: String, _ wanted: String, isSample: Bool = false
  ) -> [Effect] {
    tell(":\(word) needs \(isSample ? "a time, such as" : "one of"): \(wanted)", .warning)
    return []
  }

  // MARK: Suggestions

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
    guard !text.isEmpty, PaletteCommand.named(word) == nil else { return offers }
    let lookUp = Suggestion(
      text: "open \(text)", help: "looks for this name, order, transaction or purchase",
      looksUp: true)
    let isName = words.count > 1 || text.contains { $0.isNumber || $0 == "@" }
    return isName ? [lookUp] + offers : offers + [lookUp]
  }

  private func commands(for word: String, isAlone: Bool) -> [Suggestion] {
    let words = PaletteCommand.allCases.map(\.word)
    let verbs = words.filter { $0.begins(with: word) }
    var offers = verbs.map { Suggestion(text: $0.usage, help: $0.help) }
    guard isAlone else { return offers }
    let commands = CommandTable.all.filter(\.isRunnable)
    offers += commands.filter { $0.isCalled(word) }.map(suggestion)
    guard word.count > 1 else { return offers }
    offers += words.filter { !verbs.contains($0) && $0.help.contains(word) }
      .map { Suggestion(text: $0.usage, help: $0.help) }
    return offers
      + commands.filter { !$0.isCalled(word) && $0.tooltip.contains(word) }.map(suggestion)
  }

  /// The number of suggestions for an empty line.
  var offersMax: Int { PaletteCommand.allCases.count + CommandTable.all.filter(\.isRunnable).count }

  private func suggestion(of command: Command) -> Suggestion {
    var there = self
    if screen == .help { there.screen = help.origin }
    return Suggestion(
      text: command.id.rawValue, help: command.tooltip,
      keys: keyMap.keys(of: command.id, on: there.screen),
      disabledReason: there.disabledReason(of: command))
  }
}

extension PaletteWord {
  /// Returns a Boolean value that indicates whether one of the names begins with a word.
  fileprivate func begins(with word: String) -> Bool {
    word.isEmpty || names.contains { $0.hasPrefix(word) }
  }
}

extension Command {
  /// Returns a Boolean value that indicates whether a word is part of what the command is called.
  fileprivate func isCalled(_ word: String) -> Bool {
    word.isEmpty || id.rawValue.contains(word) || title.contains(word)
  }
}
