import EventLedger
import SubscriptionCore

/// A place among the changes, as a client keeps it: the number of the last change it has, and the
/// instant at which that was recorded.
///
/// A ledger that was restored from a backup gives the same numbers to other changes. By the instant
/// such a cursor is known.
struct ChangeCursor: Equatable {
  /// The number of the change; 0 before the first.
  var number: Int64
  /// The instant at which the change was recorded; `nil` where the client was sent no change yet.
  var recordedAt: Timestamp?

  /// Creates the cursor of a change.
  init(_ number: Int64, recordedAt: Timestamp? = nil) {
    (self.number, self.recordedAt) = (number, recordedAt)
  }

  /// Reads a cursor; `nil` for a text that is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // `Int64` would take signs and capital letters as well.
    func isOf(_ digits: ClosedRange<UInt8>..., upTo count: Int, _ part: Substring) -> Bool {
      (1...count).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in digits.contains { $0.contains(byte) } }
    }
    guard (1...2).contains(parts.count), isOf(0x30...0x39, upTo: 18, parts[0]),
      let number = Int64(parts[0])
    else { return nil }
    self.number = number
    guard parts.count == 2 else { return }
    guard isOf(0x30...0x39, 0x61...0x7A, upTo: 11, parts[1]),
      let milliseconds = Int64(parts[1], radix: 36)
    else { return nil }
    recordedAt = Timestamp(milliseconds: milliseconds)
  }

  /// The cursor as text.
  var text: String {
    guard let recordedAt, recordedAt.milliseconds >= 0 else { return String(number) }
    return "\(number)-" + String(recordedAt.milliseconds, radix: 36)
  }

  /// Returns a Boolean value that indicates whether the ledger has the change of the cursor, as far
  /// as the cursor says which it is.
  func isOf(_ ledger: any Ledger) throws(LedgerError) -> Bool {
    guard number > 0, let recordedAt else { return true }
    let change = try ledger.outbox(after: number - 1, limit: 1).first
    // A change that was removed for its age is not compared.
    return change?.number != number || change?.recordedAt == recordedAt
  }
}
