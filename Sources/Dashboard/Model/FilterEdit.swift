import EventLedger
import SubscriptionCore
import TerminalUI

/// The filter line while it is open.
public struct FilterEdit: Hashable, Sendable {
  /// What is typed.
  public var field: LineEditor
  /// The filter to go back to.
  public var before: String
  /// The screen to go back to, where the line was opened on another than its list.
  public var origin: Screen?
  /// Which line of the history is shown, counted from the newest; -1 for none.
  public var historyIndex = -1
  /// The first error; `nil` while the text is a filter.
  public var error: FilterError?

  /// What could stand at the caret; `nil` while nothing is offered.
  public var completion: CompletionList?

  /// Opens the line with the filter in force.
  public init(_ text: String) { (field, before) = (LineEditor(text), text) }
}

/// A name that is looked for while the matches of the same text as a filter are being counted.
struct EarlyFind: Hashable, Sendable {
  /// The text.
  var text: String
  /// The filter before it.
  var before: String
}
