import EventLedger
import LedgerRows
import SubscriptionCore

/// The row that follows from the events of one subscription, with whatever else is stored because
/// of them: a function of the events, so that many can be derived beside the thread that writes.
final class RefreshedRow: Sendable {
  /// The events that it follows from.
  let source: RowSource
  /// The row without the purchases beside it; `nil` where no events are left.
  let new: SubscriberProjection?
  /// The row as it is stored, where there is none before it.
  let encoded: [UInt8]?
  /// The families that the row belonged to and belongs to, each with the mark of its account.
  let families: [(mark: Int64, family: CustomerPurchases)]
  /// The texts under which the new events are found, by their numbers.
  let names: [(number: Int64, text: [UInt8])]
  /// The prompts among the new events.
  let shown: [SubscriptionEvent]
  /// A Boolean value that indicates whether the row may tell a change.
  let mayTellChange: Bool

  /// Derives a row.
  init(_ source: RowSource, at now: Timestamp, policy: ChurnPolicy) {
    self.source = source
    names = TrigramIndex.texts(of: source.told, after: source.known)
    shown = source.told.events.filter { $0.kind == .promptShown }
    let events =
      source.known.isEmpty ? source.told.events : source.known + source.told.events
    let before = source.old?.summary.family
    guard let subscriber = Subscriber.fold(events, related: []) else {
      (new, encoded, mayTellChange) = (nil, nil, false)
      families = [before].compactMap(RefreshedRow.marked)
      return
    }
    let row = SubscriberProjection(
      of: subscriber, at: now, policy: policy,
      profile: subscriber.account.flatMap { source.profiles[$0] })
    let family = CustomerPurchases(of: subscriber)
    encoded = source.old == nil ? EventCodec.encode(row) : nil
    mayTellChange = SubscriptionChange.mayDiffer(source.old, row)
    new = row
    families = (before == family ? [family] : [before, family]).compactMap(RefreshedRow.marked)
  }

  private static func marked(
    _ family: CustomerPurchases?
  ) -> (mark: Int64, family: CustomerPurchases)? {
    family.map { (Hash64.of($0.account.rawValue), $0) }
  }
}

/// Some derived rows, with what those that are new add to the counters.
struct RefreshedRows: Sendable {
  /// The rows.
  let rows: [RefreshedRow]
  /// The change of the counters by the rows that take the place of none.
  private(set) var counters = CounterDeltas()

  /// Derives rows.
  init(_ sources: [RowSource], at now: Timestamp, policy: ChurnPolicy) {
    rows = sources.map { RefreshedRow($0, at: now, policy: policy) }
    for row in rows where row.source.old == nil {
      if let new = row.new { counters.add(new) }
    }
  }
}

/// The events that the row of one subscription follows from, with the row before them.
///
/// It has one place in memory, since it is large.
final class RowSource: Sendable {
  /// The number of the subscription.
  let key: Int64
  /// The stored row, if there is one.
  let old: SubscriberProjection?
  /// The events that were known before.
  let known: [SubscriptionEvent]
  /// The events that are new.
  let told: NumberedEvents
  /// The profiles of the accounts that the events name.
  let profiles: [AccountID: AccountProfile]

  /// Creates a source from its parts.
  init(
    key: Int64, old: SubscriberProjection? = nil, known: [SubscriptionEvent] = [],
    told: NumberedEvents, profiles: [AccountID: AccountProfile]
  ) {
    (self.key, self.old, self.known, self.told) = (key, old, known, told)
    self.profiles = profiles
  }
}
