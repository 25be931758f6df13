/// Every command, in the order in which help lists them.
public enum CommandTable {
  /// The lists of subscribers.
  static let lists = Set(Screen.lists)
  /// The screens on which a subscriber can be acted on.
  private static let rows = lists.union([.detail])
  private static let scrolled = Set(Screen.allCases)
  /// Every screen but help.
  static let subjects = scrolled.subtracting([.help])
  private static let timelines: Set<Screen> = [.subscribers, .events, .detail]

  /// Every command.
  public static let all: [Command] =
    moves + places + tabs + panels + finding + matching + marking + arranging + acts + undoing
    + measuring + varying + around + looks

  private static let moves: [Command] = [
    Command(.moveDown, ["j", "Down"], "down", "one line down", on: scrolled, .move),
    Command(.moveUp, ["k", "Up"], "up", "one line up", on: scrolled, .move),
    Command(.moveTop, ["g", "Home"], "first", "to the first line", on: scrolled, .move),
    Command(.moveBottom, ["G", "End"], "last", "to the last line", on: scrolled, .move),
    Command(.moveHalfDown, ["^d"], "half down", "half a page down", on: scrolled, .move),
    Command(.moveHalfUp, ["^u"], "half up", "half a page up", on: scrolled, .move),
    Command(.movePageDown, ["^f", "PgDn"], "page down", "one page down", on: scrolled, .move),
    Command(.movePageUp, ["^b", "PgUp"], "page up", "one page up", on: scrolled, .move),
    Command(
      .moveScreenTop, ["H"], "top line", "to the first line on screen", on: lists, .move),
    Command(
      .moveScreenMiddle, [], "middle line", "to the middle line on screen", on: lists, .move),
    Command(
      .moveScreenBottom, ["L"], "bottom line", "to the last line on screen", on: lists, .move),
    Command(
      .recordNext, ["}"], "next", "the next subscriber of the list, from inside one",
      on: [.whatIf, .detail], .record, hint: 20),
    Command(
      .recordPrevious, ["{"], "previous", "the previous subscriber of the list, from inside one",
      on: [.whatIf, .detail], .record, hint: 21),
    Command(
      .eventNext, ["]"], "newer event", "the next newer event of the subscriber", on: [.detail],
      .record),
    Command(
      .eventPrevious, ["["], "older event", "the next older event of the subscriber",
      on: [.detail], .record),
    Command(
      .linked, ["L"], "linked", "opens the other purchases of the same user", on: [.detail],
      .record, hint: 35),
    Command(
      .timeEarlier, ["h", "Left"], "earlier",
      "moves the timelines, or the events shown, to earlier times",
      on: timelines, .timeline, hint: 44),
    Command(
      .timeLater, ["l", "Right"], "later",
      "moves the timelines, or the events shown, to later times", on: timelines, .timeline,
      hint: 45),
    Command(
      .timeZoomIn, ["+", "="], "zoom in", "less time a cell or bar, down to a minute",
      on: timelines,
      .timeline, hint: 40),
    Command(
      .timeZoomOut, ["-", "_"], "zoom out", "more time a cell or bar, up to thirty days",
      on: timelines, .timeline, hint: 41),
    Command(
      .timeToday, ["t"], "today", "brings the present back into view", on: timelines, .timeline,
      hint: 44),
    Command(
      .timeFit, ["0"], "fit", "shows the latest billing episode whole", on: [.detail], .timeline,
      hint: 45),
  ]

  private static let places: [Command] = [
    Command(
      .open, ["Enter"], "open", "opens what the cursor is on",
      on: subjects, .open, hint: 10),
    Command(
      .openSubscriber, ["o"], "subscriber", "opens the subscriber of the event", on: [.events],
      .open, hint: 12),
    Command(
      .openBeside, ["o"], "beside",
      "shows the subscriber beside the list, or below it, and hides it again", on: lists, .open),
    Command(
      .back, ["Esc", "q"], "back",
      "back one step: closes what is open, clears the filter, leaves the screen", .open),
    Command(.quit, ["Q"], "quit", "leaves churntop at once", .open),
  ]

  /// The commands that open the screens with a tab.
  private static let tabs = Screen.tabs.compactMap { screen in
    screen.command.map { id in
      Command(
        id, [KeyChord(String(screen.number ?? 0))], screen.title.lowercased(),
        screen.controller.summary, .screens)
    }
  }

  private static let panels: [Command] = [
    Command(
      .paneNext, ["Tab"], "next panel", "moves the cursor to the next panel",
      on: [.overview, .metrics, .whatIf, .detail], .screens, hint: 16),
    Command(
      .panePrevious, ["S-Tab"], "previous panel", "moves the cursor to the previous panel",
      on: [.overview, .metrics, .whatIf, .detail], .screens),
    Command(
      .payments, ["$"], "payments", "the payments of this user, and back to the events",
      on: [.detail], .screens, hint: 18),
  ]

  private static let finding: [Command] = [
    Command(
      .unknownPlans, ["$"], "unknown money",
      "lists the subscribers whose money is not known, as their plan or price is not",
      on: [.overview], .find, hint: 24),
    Command(.help, ["?", "F1"], "help", "keys of this screen, filter language, states", .find),
    Command(
      .palette, [":", "^p"], "command", "a command by its name, or a subscriber by any identifier",
      .find, hint: 60),
    Command(
      .filter, ["/"], "filter",
      "narrows the list of subscribers or events while typing; in help, finds a command",
      .find, hint: 5),
    Command(
      .filterClear, [], "no filter", "removes the filter",
      on: lists.union([.events, .metrics, .whatIf]), .find),
    Command(
      .why, ["w"], "why", "why a prompt is due or is not", on: rows, .find, hint: 13),
  ]

  private static let acts: [Command] = [
    Command(
      .actions, ["x"], "actions", "a menu of what can be recorded", on: rows, .act, hint: 12),
    Command(
      .markShown, [], "mark shown", "records that the user was shown the prompt", on: rows, .act,
      writes: true),
    Command(
      .snooze, ["z"], "snooze", "no prompts until a time of your choice", on: rows, .act,
      writes: true, hint: 14),
    Command(
      .suppress, [], "suppress", "no more prompts in this billing episode", on: rows, .act,
      writes: true),
    Command(
      .note, ["A"], "note", "writes a note into the subscriber's history", on: rows, .act,
      writes: true, hint: 22),
    Command(
      .claim, ["C"], "claim", "tells colleagues that you take the case for a day", on: rows, .act,
      writes: true, hint: 15),
    Command(
      .askStore, [], "ask the store", "asks for a fresh answer from the store", on: rows, .act,
      writes: true),
    Command(
      .commands, ["!"], "commands", "a menu of your own programs (commands.toml)", .own),
  ]

  private static let looks: [Command] = [
    Command(
      .sortMenu, ["s"], "sort", "a menu of the orders", on: [.subscribers], .sort, hint: 18),
    Command(.sortInvert, ["I"], "invert", "turns the order round", on: [.subscribers], .sort),
    Command(
      .sortPrevious, ["<"], "sort left", "orders by the previous column", on: [.subscribers],
      .sort),
    Command(
      .sortNext, [">"], "sort right", "orders by the next column", on: [.subscribers], .sort),
    Command(
      .pause, ["Z"], "pause", "stops and starts the arrival of news on screen", .live, hint: 70),
    Command(
      .refresh, ["R"], "refresh", "reads again and merges what has arrived", .live, hint: 71),
    Command(
      .follow, ["F"], "follow", "keeps the newest event in view", on: [.events], .live, hint: 13),
    Command(.redraw, ["^l"], "redraw", "redraws the screen", .live),
    Command(
      .theme, ["T"], "theme", "a list of the themes, each shown while the cursor is on it",
      .display, hint: 80),
    Command(.glyphs, [], "glyphs", "the next set of signs: unicode, narrow, ascii", .display),
    Command(
      .mask, ["^g"], "mask names", "hides and shows names and mail addresses", .display, hint: 81),
    Command(.messages, [], "messages", "the latest messages, to read again", .display),
    Command(.suspend, ["^z"], "suspend", "gives the terminal to the shell until fg", .display),
  ]

  /// The command of a name; every name has one, which a test checks.
  public static func command(_ id: CommandID) -> Command? { byID[id] }

  private static let byID: [CommandID: Command] =
    Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// The screens on which the keys of undo are about what was recorded.
  static let recorded = subjects.subtracting([.whatIf])

  /// The commands of the What-if screen, and the one that opens it for a subscriber.
  static let varying: [Command] = [
    Command(
      .whatIfOf, ["p"], "what-if", "the subscriber's timelines under another policy",
      on: lists.union([.detail]), .whatIf, hint: 24),
    Command(
      .fieldLess, ["h", "Left", "-", "_"], "less", "the previous value of the field",
      on: [.whatIf], .whatIf, hint: 11),
    Command(
      .fieldMore, ["l", "Right", "+", "="], "more", "the next value of the field",
      on: [.whatIf], .whatIf, hint: 12),
    Command(
      .presentLess, ["<"], "current less",
      "the previous value of the length that the candidate is compared with", on: [.whatIf],
      .whatIf),
    Command(
      .presentMore, [">"], "current more",
      "the next value of the length that the candidate is compared with", on: [.whatIf], .whatIf,
      hint: 16),
    Command(
      .undoChange, ["u"], "undo", "takes the latest change of the candidate back",
      on: [.whatIf], .whatIf, hint: 13),
    Command(
      .redoChange, ["^r"], "redo", "makes the change again that was taken back last",
      on: [.whatIf], .whatIf),
    Command(
      .presets, ["P"], "presets", "a menu of candidates to begin with", on: [.whatIf], .whatIf,
      hint: 14),
    Command(
      .turnReplay, ["r"], "window", "the next window of failures: 30, 90, 180 or 365 days",
      on: [.whatIf], .whatIf, hint: 15),
    Command(
      .differs, ["d"], "differs", "goes to the list of the episodes that differ",
      on: [.whatIf], .whatIf, hint: 17),
    Command(
      .assumptions, ["w"], "assumptions", "what the figures assume, and the figures in full",
      on: [.whatIf], .whatIf, hint: 18),
    Command(
      .savePolicy, ["S"], "save",
      "saves the candidate as a policy file for churntop whatif --policy", on: [.whatIf],
      .whatIf, hint: 19),
  ]
}
