import SubscriptionCore

/// A ledger as it was.
public protocol LedgerHistory: Sendable {
  /// The ledger as it was at an instant, for a caller that can wait no longer than it wants: the
  /// events recorded by then, and the rows of that instant.
  ///
  /// The caller is asked now and then with the position reached, or how far the work is in its
  /// terms; `false` ends the reading, and there is no ledger. Profiles are today's, and so is the
  /// policy. Positions are the same as in this ledger, which is asked for the bytes of a payload
  /// when somebody wants them; nothing can be written.
  ///
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  func asOf(
    _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> (any Ledger)?

  /// The ledger as it was at an instant, for a look at one subscription.
  ///
  /// It answers for that one as ``asOf(_:goesOn:)`` does, and need not know of any other.
  ///
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  func asOf(_ instant: Timestamp, of id: SubscriptionID) throws(LedgerError) -> any Ledger
}

extension LedgerHistory {
  /// The ledger as it was at an instant: the events recorded by then, and the rows of that time.
  ///
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  public func asOf(_ instant: Timestamp) throws(LedgerError) -> any Ledger {
    guard let past = try asOf(instant, goesOn: { _ in true }) else {
      throw .failed(location: "", detail: "the reading was ended")
    }
    return past
  }
}
