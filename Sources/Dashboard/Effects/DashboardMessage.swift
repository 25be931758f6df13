import EventLedger
import SubscriptionCore
import TerminalUI

/// Everything that can happen to the dashboard.
public indirect enum DashboardMessage: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// Text was pasted.
  case paste(String)
  /// The screen has a size.
  case resized(Size)
  /// The moment the dashboard asked to be woken at, or any other reason to look at the clock.
  case wake
  /// Back from the shell.
  case resumed
  /// The present follows from another clock from now on, as when a simulated world begins to run.
  case clock(DashboardClock)
  /// The share of a simulated history that has been read, in per cent; `nil` when it is over.
  case loading(Int?)
  /// The progress or the result of a background task.
  case backgroundTask(BackgroundTaskUpdate)
  /// A mouse button or the wheel, and what a click there means on the frame that the user sees.
  case mouse(MouseEvent, on: HitTarget? = nil)
  /// The terminal's window is the one that the user looks at again.
  case focused
  /// The program is to end.
  case terminate
  /// The ledger's answer to a question.
  case answer(Answer, slot: Slot, request: Int)
  /// A question was given up (``Effect/cancelQuestion(_:)``) and has no answer.
  case canceled(slot: Slot, request: Int)
  /// The ledger's files have changed.
  case stirred
  /// The ledger's latest position, and its condition.
  case polled(LedgerPosition, LedgerCondition = LedgerCondition())
  /// An operator's action was written, as one event for each of its subscribers; the trouble is
  /// why a later session will not know that it can be taken back.
  case recorded(OperatorAction, [EventID], trouble: String? = nil)
  /// An access to personal data was not recorded; with what to do next.
  case accessNotRecorded(String)
  /// The operators of other dashboards that show a subscriber.
  case colleagues([String], on: SubscriptionID)
  /// The first frame is on the screen.
  case shown
  /// The terminal said which background it has.
  case background(Color)
  /// The themes of the theme files, and their problems.
  case themes([Theme], problems: [String])
  /// A view was written down.
  case savedView(SavedView)
  /// A custom command has its values and may run.
  case prepared(PreparedCommand)
  /// A custom command is over.
  case ran(CommandOutcome)
  /// A newer program has opened the ledger, so that this one ends; with what to do next.
  case superseded(String)
  /// A task failed; with what to do next.
  case failed(String, slot: Slot?, request: Int)
}

extension DashboardMessage {
  /// A Boolean value that indicates whether it is a key, a paste or a click.
  var isTyped: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case _: false
    }
  }

  /// The sentence about something that was not done, for a user who has left the screens; `nil`
  /// for any other message.
  var failureAtEnd: String? {
    switch self {
    case .failed(let words, _, _), .superseded(let words), .accessNotRecorded(let words): words
    case .recorded(_, _, let trouble?): "The action was recorded, but not for undo: \(trouble)"
    case .backgroundTask(.exportFailed(let request, let words)):
      "Nothing was written to \(request.path): \(words)"
    case .backgroundTask(.fileExists(let request)):
      "Nothing was written to \(request.path): there is a file of that name."
    case .backgroundTask(.stopped): "The export was stopped, and there is no file of it."
    case _: nil
    }
  }
}
