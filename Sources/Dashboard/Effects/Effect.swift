import EventLedger
import SubscriptionCore
import TerminalUI

/// A request to the world outside of the model; a value, so that tests compare it.
public indirect enum Effect: Hashable, Sendable {
  /// Read from the ledger. The answer carries the slot and the number back.
  case ask(Query, slot: Slot, request: Int)
  /// Cancel a query, by its number, whose answer is not needed any more.
  case cancelQuestion(Int)
  /// Look whether the ledger has grown.
  case poll
  /// Record an operator's action.
  case record(OperatorAction)
  /// Record an access to personal data.
  case recordAccess(PersonalDataAccess)
  /// Say to other dashboards which subscriber this one shows, `nil` for none.
  case showPresence(SubscriptionID?)
  /// Keep a view for later sessions, over the one of its name that this dashboard knows.
  case saveView(SavedView, over: SavedView?)
  /// Keep a choice of looks for later sessions.
  case saveAppearance(AppearanceChoice)
  /// Do something that takes a while.
  case backgroundTask(BackgroundTask)
  /// Put the values of a subscriber into a custom command.
  case prepare(CustomCommand, about: SubscriptionID?, now: Timestamp)
  /// Run a custom command without the terminal.
  case runCommand(PreparedCommand)
  /// End the custom command that is running.
  case cancelCommand
  /// Notify the simulator that the clock changed.
  case clock(DashboardClock)
  /// Ask something of the terminal itself.
  case terminal(TerminalRequest)
}
