import EventLedger
import SubscriptionCore
import TerminalUI

/// Everything that the screen depends on.
public struct DashboardModel: Hashable, Sendable {
  /// What the program was started with, and its looks.
  public internal(set) var settings: DashboardSettings
  /// What the user's own files add.
  public internal(set) var preferences: DashboardPreferences
  /// The present on screen; it moves when the clock's text does, not with every key.
  public internal(set) var now: Timestamp
  /// The machine's clock at the latest message.
  var machineNow: Timestamp
  /// The size of the screen.
  public internal(set) var size = Size(width: 80, height: 24)
  /// The screen shown.
  public internal(set) var screen: Screen
  /// Which command a key means.
  var keyMap: KeyMap

  var overview = OverviewState()
  var subscribers = SubscriberListState(sort: .losesAccess)
  var due = SubscriberListState(sort: .promptDue)
  /// The due prompts in figures; `nil` before the first answer.
  var dueFigures: DueFigures?
  var events = EventsState()
  var detail: DetailState?
  /// The subscriber beside a list, the one that belongs there, and when to ask for it.
  var side: DetailState?
  var sideWanted: SubscriptionID?
  var sideDueAt: Timestamp?
  /// The first line of help in view.
  var helpTop = 0
  /// The screen that help was opened on.
  var helpOrigin = Screen.overview
  /// Timelines and fresh values of rows, by subscription.
  var extras: [SubscriptionID: RowDetail] = [:]
  /// Which stretch of time the timelines of the lists show.
  var listView = TimeView()

  var input = InputMode.none
  /// The keys that wait for an answer.
  var typeAhead = TypeAhead()
  /// Whether the rows asked for from the top of a list are to take their place only while nobody
  /// touches it.
  var mergesFromTop = false
  /// What was begun outside and has not ended, where later keys may be about it.
  var pendingReplies: Set<PendingReply> = []
  var flash: Flash?
  /// The latest messages, oldest first.
  var messages: [Flash] = []
  /// The custom command that is running without the terminal; `nil` while none is.
  var running: PreparedCommand?
  var filterHistory: [String] = []
  /// A name that is looked for before it is known that no row matches it as a filter.
  var earlyFind: EarlyFind?
  /// Names near to what is being typed; `nil` while something matches it.
  var near: NearSearch?
  /// An order of the App Store that is being looked for; `nil` for none.
  var orderSearch: OrderSearch?
  /// Values that rows have in a field of the filter language, once they were asked for.
  var knownValues: [FilterField: [String]] = [:]
  /// The names of all time zones, once the first of them was being typed.
  var zoneNames: [String] = []
  /// How each view was left.
  public internal(set) var viewMemory = ViewMemory()
  /// What was recorded lately and can be taken back.
  var journal: UndoJournal
  /// When the terminal was asked for its background.
  var askedBackgroundAt: Timestamp?
  var isPaused = false
  /// A look at the past that is being read; `nil` for none.
  var journey: AsOfSwitch?
  /// The clock of the present, while the program is set to another instant.
  var liveClock: DashboardClock?
  /// How many rows of a list have been written to a file; `nil` when none is being written.
  var exporting: Int?
  /// The subscriber whose person is shown although people are masked.
  var revealed: SubscriptionID?
  /// The latest message, for as long as the program runs.
  var lastMessage = ""
  var mouse = MouseState()
  /// How fast a simulated world ran before it was paused.
  var pausedSpeed: Int64 = 0
  /// Whether the program is over.
  public internal(set) var isFinished = false
  /// Why the dashboard ends by itself, in words that say what to do next.
  public internal(set) var ending: String?

  /// The latest position heard of, and the one that the screen shows.
  var heardPosition: LedgerPosition?
  var shownPosition: LedgerPosition?
  var nextPollAt: Timestamp
  var nextTickAt: Timestamp?
  var isStarted = false
  /// How much of a simulated history has been read, in hundredths; `nil` when that is over.
  var loading: Int?
  /// What is wrong with the ledger; `nil` while it answers.
  var ledgerProblem: String?

  /// The number of the latest question.
  var lastRequest = 0
  var inFlight: [Slot: Int] = [:]
  var asked: [Slot: Query] = [:]
  var waiting: [Slot: Query] = [:]

  /// Creates a model that has asked for nothing yet.
  ///
  /// - Parameters:
  ///   - settings: What the program was started with.
  ///   - machineNow: The machine's clock.
  ///   - screen: The screen to begin with.
  ///   - keyMap: Which command a key means.
  ///   - preferences: What the user's own files add.
  ///   - memory: How the lists were left in an earlier session.
  ///   - journal: What was recorded in earlier sessions and can be taken back.
  public init(
    settings: DashboardSettings, machineNow: Timestamp, screen: Screen = .overview,
    keyMap: KeyMap = .standard, preferences: DashboardPreferences = DashboardPreferences(),
    memory: DashboardMemory = DashboardMemory(), journal: UndoJournal = UndoJournal()
  ) {
    self.settings = settings
    self.preferences = preferences
    self.machineNow = machineNow
    self.screen = screen
    self.keyMap = keyMap
    self.journal = journal
    now = settings.present(at: machineNow)
    nextPollAt = machineNow
    nextTickAt = machineNow
    take(memory)
  }

  /// The list on the screen, where there is one.
  var list: SubscriberListState? {
    switch listScreen {
    case .subscribers?: subscribers
    case .due?: due
    case .overview?, .events?, .detail?, .help?, nil: nil
    }
  }

  /// The screen's own name, where it is a list of subscribers.
  var listScreen: Screen? { screen == .subscribers || screen == .due ? screen : nil }

  /// The subscriptions that an action begun now would be about.
  var targets: [SubscriptionID] {
    switch screen {
    case .detail: detail.map { [$0.id] } ?? []
    case .subscribers, .due: list.map(targets) ?? []
    case .overview, .events, .help: []
    }
  }

  /// Whether an action begun now would be about anybody.
  ///
  /// It is asked for every hint of every frame, so nothing is collected.
  var hasTargets: Bool {
    let list: SubscriberListState
    switch screen {
    case .detail: return detail != nil
    case .subscribers: list = subscribers
    case .due: list = due
    case .overview, .events, .help: return false
    }
    if list.marks.isEmpty, list.rangeStart == nil { return !list.window.rows.isEmpty }
    return !targets.isEmpty
  }

  /// The marked rows, or the one under the cursor where none is marked.
  private func targets(of list: SubscriberListState) -> [SubscriptionID] {
    var list = list
    list.settleRange()
    guard list.marks.isEmpty else { return list.marks.ids }
    return list.window.selectedRow.map { [$0.summary.id] } ?? []
  }

  /// What is known of a subscription, from Detail or from the rows in view.
  func extra(of id: SubscriptionID) -> RowDetail? {
    if let detail, detail.id == id, let extra = detail.data?.extra { return extra }
    return extras[id]
  }

  /// Shows a message for six seconds.
  mutating func tell(_ text: String, _ level: Flash.Level = .info) {
    lastMessage = text
    let message = Flash(text: text, level: level, until: machineNow + .seconds(6))
    flash = message
    if messages.last?.text != text { messages.append(message) }
    if messages.count > Self.messagesMax { messages.removeFirst() }
  }

  /// How many messages are kept to be read later.
  static let messagesMax = 200

  /// The key of a command on the screen, or what to type after a colon where it has none.
  func key(_ id: CommandID) -> String {
    keyMap.keys(of: id, on: screen).first?.label(ascii: settings.glyphs == .ascii)
      ?? ":" + id.rawValue
  }
}
