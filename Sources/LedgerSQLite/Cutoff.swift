import EventLedger
import SubscriptionCore

/// What a ledger of the past leaves out of the living one: what was heard after an instant, and
/// what came after the past was asked for.
struct Cutoff {
  /// The instant.
  var instant: Timestamp
  /// The position of the last entry when the past was asked for.
  var lastPosition: LedgerPosition

  /// The number after that of every event known then.
  var numberEnd: Int64 { SQLiteLedger.firstNumber(at: lastPosition + 1) }

  /// Whether an event was known by the instant.
  ///
  /// Of several copies of an event the one recorded first counts, so that none counted before it;
  /// and no event is recorded before its entry was heard.
  func keeps(_ event: SubscriptionEvent, number: Int64) -> Bool {
    number < numberEnd && event.recordedAt <= instant
  }
}
