import EventLedger
import SubscriptionCore
import TerminalUI

/// What can be read from the ledger.
public enum Query: Hashable, Sendable {
  /// The figures and the latest events.
  case overview(events: Int, now: Timestamp)
  /// A stretch of a list.
  case window(WindowQuestion, now: Timestamp)
  /// Timelines and fresh values of some rows.
  case extras([SubscriptionID], now: Timestamp)
  /// How many rows several filters select in all.
  case count([Filter?])
  /// The newest events, or those before a position.
  case events(before: Int64?, limit: Int)
  /// One subscriber whole.
  case detail(SubscriptionID, now: Timestamp)
  /// The subscriptions that a text names.
  case find(String)
}
