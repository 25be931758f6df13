import EventLedger
import SubscriptionCore
import TerminalUI

/// Everything that the screen depends on.
public struct DashboardModel: Hashable, Sendable {
  /// The options that the program was started with, and its appearance.
  @Boxed public internal(set) var settings: DashboardSettings
  /// The user's own views, highlights and commands.
  @Boxed public internal(set) var preferences: DashboardPreferences
  /// The present on screen; it moves when the clock's text does, not with every key.
  public internal(set) var now: Timestamp
  /// The machine's clock at the latest message.
  var machineNow: Timestamp
  /// The size of the screen.
  public internal(set) var size = Size(width: 80, height: 24)
  /// The screen shown.
  public internal(set) var screen: Screen {
    didSet {
      guard screen != oldValue else { return }
      cameFrom = oldValue
      oldValue.controller.leave(&self)
    }
  }
  /// The screen shown before.
  var cameFrom = Screen.home
  /// The keys of commands.
  @Boxed var keyMap: KeyMap

  // MARK: Screens

  @Boxed var overview = OverviewState()
  @Boxed var subscribers = SubscriberListState(sort: .losesAccess)
  @Boxed var due = SubscriberListState(sort: .promptDue)
  /// The due prompts in figures; `nil` before the first answer.
  @Boxed var dueFigures: DueFigures? = nil
  @Boxed var events = EventsState()
  @Boxed var metrics = MetricsState()
  @Boxed var digest = DigestState()
  @Boxed var whatIf: WhatIfState
  @Boxed var detail: DetailState? = nil
  /// The subscriber beside a list, and the one that belongs there.
  @Boxed var side: DetailState? = nil
  var sideRest = CursorRest<SubscriptionID>()
  @Boxed var help = HelpState()
  /// The time that the timelines of the lists show.
  var listView = TimeView()
  /// The state in which each view was left.
  @Boxed public internal(set) var viewMemory = ViewMemory()

  // MARK: Shared by the screens

  /// The receiver of keys.
  var input = InputMode.none
  /// The keys that wait for an answer.
  @Boxed var typeAhead = TypeAhead()
  @Boxed var time = TimeState()
  @Boxed var ledger: LedgerState
  @Boxed var messages = MessageLog()
  @Boxed var search = SearchState()
  @Boxed var tasks = TaskState()
  @Boxed var appearance = AppearanceState()
  @Boxed var presence = PresenceState()
  /// The actions that can be undone.
  @Boxed var journal: UndoJournal

  /// A Boolean value that indicates whether the first message has come.
  var isStarted = false
  /// A Boolean value that indicates whether the program is over.
  public internal(set) var isFinished = false
  /// The reason that the dashboard ends by itself, with what to do next.
  public internal(set) var ending: String?

  /// Creates a model that has asked for nothing yet.
  public init(
    settings: DashboardSettings, machineNow: Timestamp, screen: Screen = .overview,
    keyMap: KeyMap = .standard, preferences: DashboardPreferences = DashboardPreferences(),
    memory: DashboardMemory = DashboardMemory(), journal: UndoJournal = UndoJournal()
  ) {
    self.settings = settings
    whatIf = WhatIfState(over: settings.policy)
    self.preferences = preferences
    self.machineNow = machineNow
    self.screen = screen
    self.keyMap = keyMap
    self.journal = journal
    now = settings.present(at: machineNow)
    ledger = LedgerState(nextPollAt: machineNow)
    time.nextTickAt = machineNow
    metrics.aheadFrom = machineNow + .seconds(1)
    restore(memory)
    beginWithConfiguration()
  }

  /// The timeline and values of a subscription, from Detail or from the rows in view.
  func extra(of id: SubscriptionID) -> RowDetail? {
    if let detail, detail.id == id, let extra = detail.data?.extra { return extra }
    return ledger.extras[id]
  }

  /// The key of a command on a screen, or else on the present one; what to type after a colon where
  /// it has none.
  func key(_ id: CommandID, on place: Screen? = nil) -> String {
    keyMap.keys(of: id, on: place ?? screen).first?.label(ascii: settings.glyphs == .ascii)
      ?? ":" + id.rawValue
  }

  /// The keys of commands on a screen, or else on the present one, with blanks between them.
  func keys(_ ids: CommandID..., on place: Screen? = nil) -> String {
    ids.map { key($0, on: place) }.joined(separator: " ")
  }
}
