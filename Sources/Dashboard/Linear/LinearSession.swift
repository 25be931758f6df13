import SubscriptionCore
import TerminalUI

/// The dashboard as a dialogue of lines: a screen in sentences, a typed line, and so on.
///
/// For those who have the screen read to them, and for terminals that can draw nothing. It runs
/// the same model with the same keys as the picture, so that the two cannot drift apart: a line is
/// a number to open, a key of the dashboard with a number to use it on, or a command after `:`.
public struct LinearSession {
  /// The reply to a typed line.
  public struct Reply: Hashable, Sendable {
    /// The lines to print.
    public var lines: [String]
    /// A Boolean value that indicates whether the conversation is over.
    public var isOver: Bool
    /// The reason that the session ended by itself, with what to do next.
    public var ending: String?
  }

  private(set) var model: DashboardModel
  private let runner: EffectRunner
  private let clock: () -> Timestamp
  private var copied: [String] = []

  /// Columns and rows that no picture is drawn with; the rows of a page follow from it.
  private static let size = Size(width: 120, height: 24)

  /// Starts a session, whose runner of effects is used on the calling thread.
  public init(
    settings: DashboardSettings, screen: Screen, filter: String = "",
    keyMap: KeyMap = .standard, preferences: DashboardPreferences = DashboardPreferences(),
    journal: UndoJournal = UndoJournal(), pastDays: PastDays = PastDays(), runner: EffectRunner,
    clock: @escaping () -> Timestamp
  ) {
    (self.runner, self.clock) = (runner, clock)
    // The problems of the files were reported when they were read, before the first screen.
    var preferences = preferences
    preferences.notes = []
    model = DashboardModel(
      settings: settings, machineNow: clock(), screen: screen, keyMap: keyMap,
      preferences: preferences, journal: journal)
    model.metrics.seenDays = pastDays
    send(.resized(Self.size))
    if !filter.isEmpty, model.filterInForce != nil { settle(model.apply(filter: filter)) }
  }

  /// The counts of past days as Metrics has shown them by now.
  public var pastDays: PastDays { model.metrics.daysSeenAtEnd }

  /// The first screen, and what happened in a long absence.
  public func begin() -> [String] {
    let announcement = [model.digestAnnouncement].compactMap(\.self).map(SafeText.sanitized)
    return screenLines + announcement + [hint]
  }

  /// A line that lists what can be typed.
  private var hint: String {
    // The numbers of Detail are events.
    let isList = Screen.lists.contains(model.screen)
    let why = isList ? "\(model.key(.why)) 3 why is 3 due, " : ""
    return "Type a number to open, n next page, \(why)/ filter, ? help, q quit."
  }

  /// Handles a typed line.
  public mutating func take(_ line: String) -> Reply {
    copied = []
    model.messages.flash = nil
    send(.wake)
    let before = model
    var words: [String] = []
    if model.input != .none {
      words = answer(line.trimmed)
    } else {
      words = obey(line.trimmed)
    }
    return reply(words, since: before)
  }

  /// Presses keys one after another, as a tour does.
  public mutating func press(_ keys: [KeyPress]) -> Reply {
    copied = []
    model.messages.flash = nil
    send(.wake)
    let before = model
    for key in keys {
      send(.key(key))
      settle(model.askWaitingWhatIf())
    }
    return reply([], since: before)
  }

  /// The picture of the present screen, for what a tour expects of it.
  public var frame: Frame { DashboardView(model: model).frame(size: model.size) }

  /// Returns what the dashboard says, and the screen if it is another than before.
  private mutating func reply(_ said: [String], since before: DashboardModel) -> Reply {
    var words = said
    settle(model.askWaitingWhatIf())
    words += model.messages.flash.map { [$0.text] } ?? []
    words += copied
    let question = model.input.overlay?.sentences(in: model) ?? []
    if !question.isEmpty {
      // A long text is not read again because of a line that means nothing.
      if said.isEmpty || model.input != before.input { words += question }
    } else if !model.isFinished, words.isEmpty || Page(model) != Page(before) {
      words += screenLines
    }
    if model.ending != nil { words = [] }
    return Reply(
      lines: words.map(SafeText.sanitized), isOver: model.isFinished, ending: model.ending)
  }

  private var screenLines: [String] {
    ScreenText(model: model, isPaged: true).describe().map(SafeText.sanitized)
  }

  /// The parts of the model that repeat the screen when they change.
  private struct Page: Hashable {
    let screen: Screen
    let subscription: SubscriptionID?
    let showsWhy: Bool?
    let asOf: Timestamp?
    let filter: String?
    let top: Int?
    let replayed: WhatIfQuestion?

    init(_ model: DashboardModel) {
      (screen, asOf) = (model.screen, model.settings.asOf)
      let detail = model.screen == .detail ? model.detail : nil
      (subscription, showsWhy) = (detail?.id, detail?.showsWhy)
      filter = model.filterInForce
      replayed = model.whatIf.answer?.question
      top = model.list?.window.cursor.top ?? model.events.cursor.top
    }
  }

  // MARK: Lines

  /// A line that means something of its own here, whatever the dashboard's key of that name does.
  private enum Word {
    case nextPage, previousPage, back, quit, help

    init?(_ text: String) {
      switch text {
      case "n", "next": self = .nextPage
      case "p", "previous": self = .previousPage
      case "b", "back": self = .back
      case "q", "quit": self = .quit
      case "?", "help": self = .help
      case _: return nil
      }
    }

    /// Returns a Boolean value that indicates whether a key of the dashboard has its meaning here
    /// too; `p` has with a number after it.
    static func leaves(_ key: String) -> Bool {
      let word = Word(key)
      return Int(key) == nil && (word == nil || word == .previousPage)
    }
  }

  /// Handles a line on a screen without an overlay, and returns what the model does not say itself.
  private mutating func obey(_ text: String) -> [String] {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return [] }
    let rest = words.count > 1 ? words[1] : ""
    if let place = Int(text) { return choose(place) { $0.run(.open) } }
    switch Word(word) {
    case .nextPage: return turnPage(.movePageDown, atEnd: "This is the last page.")
    case .previousPage where rest.isEmpty:
      return turnPage(.movePageUp, atEnd: "This is the first page.")
    case .back: run(.back)
    case .quit: model.isFinished = true
    case .help: return help
    case _ where text.hasPrefix("/"):
      run(.filter)
      guard case .filter = model.input else { return [] }
      return answer(String(text.dropFirst()).trimmed)
    case _ where text.hasPrefix(":"): return command(String(text.dropFirst()))
    case _: return obey(word, on: rest)
    }
    return []
  }

  /// Goes to another page, or returns the sentence that there is none instead of the same again.
  private mutating func turnPage(_ id: CommandID, atEnd sentence: String) -> [String] {
    let before = Page(model)
    run(id)
    return Page(model) == before ? [sentence] : []
  }

  /// Answers what is open with a typed line, and returns what the model does not say itself.
  private mutating func answer(_ text: String) -> [String] {
    var keys = model.input.overlay?.keys(for: text) ?? []
    if keys.isEmpty, ["b", "back", "q", "quit"].contains(text) { keys = [KeyPress(.escape)] }
    guard !keys.isEmpty else { return ["'\(text)' means nothing here. Type nothing to go on."] }
    for key in keys { send(.key(key)) }
    return []
  }

  /// Runs a command by its name, or a key on the row with a number.
  private mutating func obey(_ word: String, on rest: String) -> [String] {
    if PaletteCommand.named(word) != nil { return command("\(word) \(rest)".trimmed) }
    guard let key = KeyPress(notation: word), model.knows(key) else {
      return ["'\(word)' means nothing here. \(hint)"]
    }
    let command = model.keyMap.command(for: KeyChord(key), on: model.screen)
    if let command, Self.ofPictures.contains(command) { return [Self.noPicture(word)] }
    guard !rest.isEmpty else {
      send(.key(key))
      return []
    }
    guard let place = Int(rest) else { return ["'\(rest)' is not a number of this page."] }
    if let detail = model.detail, model.screen == .detail, command != .open {
      return [
        "The numbers of this page are events, and '\(word)' is about \(detail.id): type it without "
          + "a number, or b to go back to the list."
      ]
    }
    return command == .why ? explain(place, key) : choose(place) { $0.send(.key(key)) }
  }

  /// Says why the row with a number is due or not, and stays in the list.
  private mutating func explain(_ place: Int, _ key: KeyPress) -> [String] {
    let list = model.screen
    let words = choose(place) { $0.send(.key(key)) }
    guard words.isEmpty, model.screen == .detail else { return words }
    let reasons = screenLines
    model.detail?.showsWhy = false
    run(.back)
    return model.screen == list ? reasons : reasons + screenLines
  }

  /// Puts the cursor on a numbered line and does something there.
  private mutating func choose(_ place: Int, _ act: (inout LinearSession) -> Void) -> [String] {
    guard model.select(place: place) else {
      return ["There is no \(place) on this page. n is the next page, p the previous one."]
    }
    act(&self)
    return []
  }

  private var help: [String] {
    let list = Screen.lists.contains(model.screen) ? model.screen : .subscribers
    return [
      hint,
      "b goes back. overview, subs, due, events, metrics and whatif are the screens.",
      "In a list of subscribers a key works with a number after it, such as "
        + "\(model.key(.actions, on: list)) 3 for what can be done about 3, "
        + "\(model.key(.snooze, on: list)) 3 to snooze, \(model.key(.copy, on: list)) 3 to copy. "
        + "These are the keys here:",
    ]
      + CommandTable.all.filter { command in
        command.isRunnable && command.group != .timeline && !Self.ofPictures.contains(command.id)
          && command.id != .help
      }.compactMap { command -> String? in
        let reason = model.disabledReason(of: command).map { " (not now: \($0))" } ?? ""
        let keys = model.keyMap.keys(of: command.id, on: model.screen).map(\.name)
          .filter(Word.leaves)
        guard !keys.isEmpty else { return nil }
        return "\(keys.joined(separator: " or ")): \(command.tooltip)\(reason)."
      }
      + ["After a colon:"]
      + PaletteCommand.allCases.filter { !Self.drawing.contains($0) }
      .map { ":\($0.word.usage), \($0.word.help)." }
      + ["Filters:"] + HelpText.filterSentences
  }

  /// The commands that change nothing but the picture.
  private static let ofPictures: Set<CommandID> = [
    .redraw, .mouse, .theme, .glyphs, .openBeside, .suspend,
  ]
  private static let drawing: Set<PaletteCommand> = [.verb(.theme), .verb(.glyphs), .verb(.big)]

  private static func noPicture(_ word: String) -> String {
    "'\(word)' changes the picture, and there is none here."
  }

  // MARK: The model

  /// Runs a command, whichever keys it has.
  private mutating func run(_ id: CommandID) { settle(model.run(id)) }

  /// Runs a command by its name, as typed after a colon.
  private mutating func command(_ text: String) -> [String] {
    let word = text.prefix { $0 != " " }
    let typed = PaletteCommand.named(String(word)).map(Self.drawing.contains) ?? false
    let named = CommandID(rawValue: String(word)).map(Self.ofPictures.contains) ?? false
    guard !typed, !named else { return [Self.noPicture(":\(word)")] }
    run(.palette)
    for character in text { send(.key(KeyPress(character))) }
    send(.key(KeyPress(.enter)))
    return []
  }

  private mutating func send(_ message: DashboardMessage) {
    settle(model.update(message, machineNow: clock()))
  }

  /// Performs effects and what follows from them, on the calling thread.
  private mutating func settle(_ effects: [Effect]) {
    var waiting = effects
    while !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .terminal(.copy(let text)): copied.append(text)
      case .terminal, .poll: break
      case .clock(let value): _ = runner.message(for: .clock(value))
      case let effect:
        waiting += model.update(runner.message(for: effect), machineNow: clock())
        if case .backgroundTask(.jump(let instant)) = effect {
          let clock = DashboardClock.scaled(start: instant, since: self.clock(), speed: 0)
          waiting += model.update(.clock(clock), machineNow: self.clock())
        }
      }
    }
  }
}

extension DashboardModel {
  /// Returns a Boolean value that indicates whether a key means something on the screen.
  fileprivate func knows(_ key: KeyPress) -> Bool {
    keyMap.command(for: KeyChord(key), on: screen) != nil
  }

  /// Puts the cursor on the line of a number, as ``ScreenText`` counts them; `false` where there is
  /// none.
  fileprivate mutating func select(place: Int) -> Bool {
    let (line, pane) = screen.controller.line(numbered: place - 1, in: self)
    return screen.controller.select(line: line, pane: pane, &self)
  }
}
