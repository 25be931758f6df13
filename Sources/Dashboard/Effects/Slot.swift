import EventLedger
import SubscriptionCore
import TerminalUI

/// The places on screen that wait for an answer; each waits for one at a time.
public enum Slot: String, Hashable, Sendable, CaseIterable {
  /// The Overview's figures and its latest events.
  case overview
  /// The rows of Subscribers.
  case subscribers
  /// The rows of Due.
  case due
  /// The due prompts in figures.
  case dueFigures
  /// The timelines and fresh values of the rows in view.
  case extras
  /// How many subscribers match, to tell how many have arrived.
  case count
  /// The events of the Events screen.
  case events
  /// The events beyond those.
  case olderEvents
  /// How much was heard lately.
  case arrivals
  /// The payload beside the events.
  case eventPayload
  /// The subscriber of Detail.
  case detail
  /// The subscriber beside a list.
  case side
  /// The payload that is open.
  case payload
  /// The changes that receivers did not take.
  case undelivered
  /// The subscriber that a text names.
  case find
  /// The names near to what is being typed.
  case near
  /// The identities of all that is to be marked.
  case marks
  /// The values that complete a filter.
  case values
  /// What would follow from the action that waits for a yes.
  case preview
}
