import SubscriptionCore

/// A request to copy subscribers in a form.
public struct CopyRequest: Hashable, Sendable {
  /// The forms in which subscribers are copied.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// churntop's own identifiers, one a line.
    case id
    /// The row of the list, as `churntop list` prints it.
    case row
    /// Everything, as `churntop show --format json` prints it.
    case json
    /// The lanes of the timeline as aligned text.
    case timeline
    /// Everything as Markdown, to paste into a ticket.
    case markdown = "md"
    /// The timeline as a Mermaid `gantt` diagram.
    case mermaid
    /// The command that prints the same again.
    case command
    /// The reply to the customer.
    case reply
  }

  /// The form.
  public var form: Form
  /// The subscribers, as they were at the key press.
  public var subscriptions: [SubscriptionID]
  /// The present on screen.
  public var now: Timestamp
  /// The zone in which instants are written, where the form is for people.
  public var zone = DisplayZone.utc
  /// A Boolean value that indicates whether names, mail addresses and the app's names for users are
  /// left out.
  public var masksPersonalData = false
  /// A Boolean value that indicates whether it is to be read on screen first, rather than copied at
  /// once.
  public var isToRead = false
}
