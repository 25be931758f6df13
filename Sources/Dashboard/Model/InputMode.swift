import EventLedger
import SubscriptionCore
import TerminalUI

/// What receives the keys: the screen, or something open in front of it.
public enum InputMode: Hashable, Sendable {
  /// The screen.
  case none
  /// The filter line, with the filter as it was before.
  case filter(FilterEdit)
  /// The command line.
  case palette(PaletteState)
  /// A menu of single keys.
  case menu(Menu)
  /// A question that one line of text answers.
  case prompt(PromptLine)
  /// The columns of the list being chosen.
  case columns(ColumnChooser)
  /// A note being written to some subscribers.
  case note(LineEditor, of: [SubscriptionID])
  /// The payload behind an event.
  case payload(PayloadState)
  /// The list of themes, or the inspector of a cell.
  case looks(AppearanceMode)
  /// An action that waits for a yes.
  case confirm(Confirmation)
  /// A text to read.
  case pager(Pager)
  /// A custom command that waits for a yes.
  case runs(PreparedCommand)
}
