import EventLedger
import SubscriptionCore

/// What Detail shows and where its cursor is.
public struct DetailState: Hashable, Sendable {
  /// The panels that can have the cursor.
  public enum Pane: Int, Hashable, Sendable, CaseIterable {
    /// The timeline.
    case timeline
    /// The events.
    case events
    /// What to say, in plain words.
    case answer
    /// The payments.
    case payments
  }

  /// The subscriber.
  public var id: SubscriptionID
  /// Everything about it; `nil` before the first answer.
  public var data: DetailData?
  /// Whether the ledger has no such subscriber.
  public var isMissing = false
  /// The screen from which it was opened.
  public var origin: Screen
  /// The line of the cursor among the events.
  public var line = 0
  /// Which stretch of time the timeline shows; untouched, what matters is fitted in.
  public var view = TimeView()
  /// Whether the reasons for the prompt decision are shown in full.
  public var showsWhy = false
  /// The first line in view of the reasons.
  public var whyTop = 0
  /// The first line in view of what to say.
  public var answerTop = 0
  /// The first line in view of the payments.
  public var paymentsTop = 0
  /// The event to put the cursor on when the events come; `nil` for the newest.
  public var wanted: EventID?
  /// Which panel is shown where there is room for one.
  public var pane = Pane.timeline

  /// Whether it stands beside a list, which has the keys.
  public var isBeside = false

  /// Opens a subscriber.
  public init(_ id: SubscriptionID, from origin: Screen) { (self.id, self.origin) = (id, origin) }
}
