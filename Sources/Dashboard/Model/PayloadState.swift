import EventLedger
import SubscriptionCore
import TerminalUI

/// The payload behind an event while it is looked at.
public struct PayloadState: Hashable, Sendable {
  /// The event.
  public var line: EventLine
  /// What the ledger keeps; `nil` before the answer.
  public var document: PayloadDocument?
  /// The document as lines.
  var lines: [PayloadText.Line] = []
  /// What matters of the document, as words of one text.
  var words: [PayloadText.Word] = []
  /// Whether the ledger keeps nothing at the event's position.
  public var isMissing = false
  /// The first line in view.
  public var top = 0

  /// Opens the payload of an event.
  public init(_ line: EventLine) { self.line = line }
}
