import EventLedger
import SubscriptionCore

/// The events of one subscription in a ledger of memory; of several copies of one, the copy
/// recorded first.
struct MemoryEvents: RandomAccessCollection, ExpressibleByArrayLiteral {
  private var list: [LedgerEvent] = []
  /// The place of each event in the list.
  private var places: [EventID: Int] = [:]
  /// The names that the events give the subscription.
  private(set) var names: Set<LookupName> = []

  init(arrayLiteral events: LedgerEvent...) { for event in events { _ = take(event) } }

  var startIndex: Int { list.startIndex }
  var endIndex: Int { list.endIndex }
  subscript(place: Int) -> LedgerEvent { list[place] }

  /// Takes a copy of an event.
  ///
  /// - Returns: Whether it counts: it is the first, or was recorded before the one that counted.
  mutating func take(_ copy: LedgerEvent) -> Bool {
    guard let place = places[copy.event.id] else {
      places[copy.event.id] = list.count
      list.append(copy)
      names.formUnion(LookupName.names(in: copy.event))
      return true
    }
    guard copy.event.recordedAt < list[place].event.recordedAt else { return false }
    list[place] = copy
    names = Set(list.flatMap { LookupName.names(in: $0.event) })
    return true
  }

  /// Returns whether the copy of an event at a position is the one that counts.
  func counts(_ id: EventID, at position: LedgerPosition) -> Bool {
    places[id].map { list[$0].position == position } ?? false
  }
}
