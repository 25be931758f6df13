import EventLedger
import SubscriptionCore

/// The queries to the ledger and the answers that screens share.
struct LedgerState: Hashable, Sendable {
  /// The latest position that is known.
  var heardPosition: LedgerPosition?
  /// The position that the screen shows.
  var shownPosition: LedgerPosition?
  /// The instant of the next look whether the ledger has grown.
  var nextPollAt: Timestamp
  /// The problem with the ledger; `nil` while it answers.
  var problem: String?
  /// The instant at which what could not be read is asked for again; `nil` for none.
  var nextTryAt: Timestamp?
  /// Timelines and fresh values of rows, by subscription.
  var extras: [SubscriptionID: RowDetail] = [:]
  /// A Boolean value that indicates whether rows from the top of a list are merged only while it is
  /// untouched.
  var mergesFromTop = false
  /// The row under the cursor of a list that is being put in order unasked; `nil` for none.
  var sortsAround: ListWindow.Key?
  /// The number of the latest query.
  var lastRequest = 0
  /// The numbers of the queries without an answer.
  var inFlight: [Slot: Int] = [:]
  /// The numbers of those that were given up.
  var givenUp: Set<Int> = []
  /// The latest query of each slot.
  var asked: [Slot: Query] = [:]
  /// The queries that wait for the answer to the one before.
  var waiting: [Slot: Query] = [:]

  /// The time after which what could not be read is asked for again.
  static let patience = Duration.seconds(5)
}

/// The time on screen: pause, as-of time and the speed of a simulated world.
struct TimeState: Hashable, Sendable {
  /// A Boolean value that indicates whether the screen is paused.
  var isPaused = false
  /// The speed of a simulated world before it was paused.
  var pausedSpeed: Int64 = 0
  /// The clock of the present, while the program is set to another instant.
  var home: DashboardClock?
  /// The switch to an instant of the past that is under way; `nil` for none.
  var journey: AsOfSwitch?
  /// The share of a simulated history that has been read, in per cent; `nil` when it is over.
  var loading: Int?
  /// The instant at which the clock on screen shows another text.
  var nextTickAt: Timestamp?
}

/// The switch to an instant of the past while it is under way.
struct AsOfSwitch: Hashable, Sendable {
  /// The instant.
  var destination: Timestamp
  /// The share of the ledger that has been read, in per cent.
  var share = 0
}

/// The searches of the filter line and of the command line.
struct SearchState: Hashable, Sendable {
  /// The filters that were entered, oldest first.
  var history: [String] = []
  /// A name that is looked for before it is known that no row matches it as a filter.
  var early: EarlyFind?
  /// The search for similar names; `nil` while something matches.
  var near: NearSearch?
  /// The search for an order of the App Store; `nil` for none.
  var order: OrderSearch?
  /// The values that rows have in a field of the filter language, once they were asked for.
  var knownValues: [SubscriberField: [String]] = [:]
  /// The names of all time zones, once the first of them was being typed.
  var zoneNames: [String] = []
}

/// A name that is looked for while the matches of the same text as a filter are being counted.
struct EarlyFind: Hashable, Sendable {
  /// The text.
  var text: String
  /// The filter before it.
  var before: String
}

/// The work outside of the model that has not ended.
struct TaskState: Hashable, Sendable {
  /// The custom command that runs without the terminal; `nil` for none.
  var running: PreparedCommand?
  /// The number of rows exported so far; `nil` while no export runs.
  var exporting: Int?
  /// The effects that later keys may be about.
  var pendingReplies: Set<PendingAnswer> = []
}

/// The appearance that keys change beside ``DashboardSettings``.
struct AppearanceState: Hashable, Sendable {
  /// The mouse.
  var mouse = MouseState()
  /// The instant at which the terminal was asked for its background.
  var askedBackgroundAt: Timestamp?
  /// The theme that was drawn with until its file was gone, to be drawn with when it is back.
  var goneTheme: String?
  /// The subscriber whose person is shown although people are masked.
  var revealed: SubscriptionID?
  /// The personal data on screen that was recorded.
  var recorded = RecordedAccess()
}

/// The personal data on screen that was recorded, and is not again until it was hidden.
struct RecordedAccess: Hashable, Sendable {
  /// A Boolean value that indicates whether it is recorded that all screens show it.
  var isUnmasked = false
  /// The subscriber of Detail.
  var viewed: SubscriptionID?
}

/// The subscriber that this dashboard says it shows, and who else does.
struct PresenceState: Hashable, Sendable {
  /// The subscriber; `nil` for none.
  var subject: SubscriptionID?
  /// The operators of other dashboards that show it.
  ///
  /// Text from outside.
  var colleagues: [String] = []
  /// The instant to say so again, by the machine's clock; `nil` before the answer.
  var nextAt: Timestamp?
}
