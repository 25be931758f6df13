import EventLedger
import LedgerRows
import SubscriptionCore

/// The stored row of one subscription beside the one that its events give without the purchases
/// beside it: a function of what is stored, so that many can be derived beside the thread that
/// reads and writes.
final class RederivedRow: Sendable {
  /// The number of the subscription.
  let key: Int64
  /// The stored row; `nil` where there is none that can be read.
  let stored: SubscriberProjection?
  /// The row that the events give; `nil` where no events are left.
  let fresh: SubscriberProjection?
  /// The mark of the account, if the subscription belongs to a family of purchases.
  let familyMark: Int64?
  /// A Boolean value that indicates whether the events name another account than the stored row,
  /// so that the profile was not that account's.
  let isOfOtherAccount: Bool

  /// Derives the row of a subscription.
  ///
  /// - Throws: `CodecError` if an event or the profile cannot be read.
  init(_ source: StoredSubscription, at now: Timestamp, policy: ChurnPolicy) throws {
    key = source.key
    let stored = source.row.flatMap { row in
      try? row.withUnsafeBytes { bytes in try EventCodec.decode(row: bytes) }
    }
    self.stored = stored
    let events = try source.events.map { event in
      try event.withUnsafeBytes { bytes in try StoredEvent.decode(bytes) }
    }
    guard let subscriber = Subscriber.fold(events, related: []) else {
      (fresh, familyMark, isOfOtherAccount) = (nil, nil, false)
      return
    }
    let isOfRow = subscriber.account == stored?.summary.account
    let profile = try source.profile.flatMap { bytes in
      isOfRow ? try bytes.withUnsafeBytes { try EventCodec.decode(profile: $0) } : nil
    }
    fresh = SubscriberProjection(of: subscriber, at: now, policy: policy, profile: profile)
    familyMark = CustomerPurchases(of: subscriber).map { Hash64.of($0.account.rawValue) }
    isOfOtherAccount = !isOfRow
  }

  /// The row that the events give as it is to be stored; `nil` where it is stored already.
  var encoded: [UInt8]? { fresh == stored ? nil : fresh.map { EventCodec.encode($0) } }
}

/// The row of one subscription derived again and compared with the stored one.
struct RowComparison: Sendable {
  /// Both rows.
  let row: RederivedRow
  /// A Boolean value that indicates whether both rows say the same.
  let agrees: Bool

  /// Derives the row of a subscription and compares it.
  ///
  /// - Throws: `CodecError` if an event or the profile cannot be read.
  init(_ source: StoredSubscription, at now: Timestamp, policy: ChurnPolicy) throws {
    row = try RederivedRow(source, at: now, policy: policy)
    agrees = SubscriberProjection.agree(row.stored, row.fresh, at: now)
  }
}

/// The row of one subscription and the events that it is to follow from, as they are stored.
struct StoredSubscription: Sendable {
  /// The number of the subscription.
  let key: Int64
  /// The row; `nil` if none is stored.
  let row: [UInt8]?
  /// The profile of the account that the row names; `nil` without one.
  let profile: [UInt8]?
  /// The events in no order, each once.
  let events: [[UInt8]]
}
