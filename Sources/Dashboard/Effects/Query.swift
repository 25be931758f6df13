import EventLedger
import SubscriptionCore
import TerminalUI

/// What can be read from the ledger.
public enum Query: Hashable, Sendable {
  /// The figures and the latest events, with the rows brought up to the present.
  case overview(events: Int, now: Timestamp)
  /// The figures and the latest events of the rows as they stand, for a first look that waits for
  /// nothing.
  case glance(events: Int, now: Timestamp)
  /// A stretch of a list.
  case window(WindowQuestion, now: Timestamp)
  /// Timelines and fresh values of some rows.
  case extras([SubscriptionID], now: Timestamp)
  /// How many rows several filters select in all.
  case count([Filter?])
  /// The newest events that match, or those before a position.
  case events(EventsQuestion, now: Timestamp)
  /// How much was heard, lately or by an instant of the past.
  case arrivals(ArrivalsQuestion)
  /// The due prompts by rule, store and age.
  case dueFigures(now: Timestamp)
  /// One subscriber whole.
  case detail(SubscriptionID, now: Timestamp)
  /// What was heard at a position, byte for byte.
  case payload(LedgerPosition)
  /// The changes that receivers did not take in days.
  case undelivered
  /// The subscriptions that a text names.
  case find(String)
  /// The subscriptions with a name near to a text.
  case near(String)
  /// The subscriptions that one of several filters selects, at most that many.
  case identities([Filter?], limit: Int)
  /// The values that rows have in a field, the most frequent first.
  case values(FilterField)
  /// What would follow from an action.
  case preview(OperatorAction, now: Timestamp)

  /// Whether it asks for the same things as an earlier question, perhaps at another present.
  func isLater(than earlier: Query) -> Bool {
    switch (self, earlier) {
    case (.overview, .overview), (.overview, .glance), (.extras, .extras),
      (.dueFigures, .dueFigures):
      true
    case (.window(let new, _), .window(let old, _)):
      new.sections == old.sections && new.anchor == old.anchor
    case (.arrivals(let new), .arrivals(let old)): new.isSame(as: old)
    case (.count(let new), .count(let old)): new == old
    case (.events(let new, _), .events(let old, _)): new.isSame(as: old)
    case (.detail(let new, _), .detail(let old, _)): new == old
    case (.overview, _), (.glance, _), (.window, _), (.extras, _), (.count, _), (.events, _),
      (.arrivals, _), (.dueFigures, _), (.detail, _), (.payload, _), (.find, _), (.near, _),
      (.identities, _), (.undelivered, _),
      (.values, _),
      (.preview, _):
      false
    }
  }
}
