import EventLedger
import SubscriptionCore

extension MemoryState {
  /// The positions of entries after one, growing.
  func positions(after position: LedgerPosition) -> [LedgerPosition] {
    entries.keys.filter { $0 > position }.sorted()
  }

  /// Events, newest position first; the entry that reaches the limit is told whole.
  func recentEvents(_ query: EventQuery) -> [LedgerEvent] {
    var found: [LedgerEvent] = []
    var position = min(query.before ?? .max, lastPosition + 1) - 1
    while position > 0, found.count < query.limit {
      found += countingEvents(at: position)
      position -= 1
    }
    return found
  }

  /// The events of an entry but those of which another copy counts, the latest first.
  private func countingEvents(at position: LedgerPosition) -> [LedgerEvent] {
    var seen: Set<EventID> = []
    let told = entries[position]?.events ?? []
    return told.filter { event in
      seen.insert(event.id).inserted
        && events[event.subscription]?.counts(event.id, at: position) == true
    }
    .sorted { SubscriptionEvent.precedes($1, $0) }
    .map { LedgerEvent(position: position, event: $0) }
  }

  /// The rows that satisfy a filter, in no order.
  func summaries(_ filter: Filter?) -> [SubscriberSummary] {
    let predicate = filter?.lowered(at: advancedTo ?? .epoch)
    return rows.values.map(\.summary).filter { predicate?.matches($0) ?? true }
  }

  /// One page of the list.
  func page(_ query: SubscriberQuery) -> SubscriberPage {
    let list = ListedRow.list(summaries(query.filter), query)
    guard let cursor = query.cursor else { return slice(list, from: 0, limit: query.limit) }
    let place: ListedRow.Place? =
      if case .read(let key) = cursor.key {
        ListedRow.Place(key: key, id: cursor.id)
      } else {
        rows[cursor.id].map { ListedRow($0.summary, query).place }
      }
    switch cursor.direction {
    case .after:
      guard let place else { return slice(list, from: 0, limit: query.limit) }
      let start = list.firstIndex { place.precedes($0.place, query) } ?? list.count
      return slice(list, from: start, limit: query.limit)
    case .before:
      let end = place.flatMap { place in list.firstIndex { !$0.place.precedes(place, query) } }
      let rows = list.prefix(end ?? list.count).map(\.row)
      return SubscriberPage(
        rows: rows.suffix(max(0, query.limit)), hasMore: rows.count > query.limit)
    }
  }

  private func slice(_ list: [ListedRow], from start: Int, limit: Int) -> SubscriberPage {
    let rest = list.dropFirst(start)
    return SubscriberPage(rows: rest.prefix(max(0, limit)).map(\.row), hasMore: rest.count > limit)
  }

  /// The subscriptions that a text names, or else those that it is a piece of, ordered by id.
  func resolve(_ text: String) -> [SubscriptionID] {
    guard !text.isEmpty else { return [] }
    let normalized = LookupName.normalized(text)
    let named = subscribers.filter { id, subscriber in
      isNamed(id, subscriber, text, normalized: normalized)
    }
    let found =
      named.isEmpty
      ? subscribers.filter { id, subscriber in
        id.isBegun(by: text)
          || LookupName.text(subscriber.account?.rawValue ?? "", contains: normalized)
          || names(of: id).contains { $0.contains(piece: normalized) }
      } : named
    if found.isEmpty, let (start, end) = LookupName.ends(ofIdentifier: text) {
      return subscribers.keys.filter { id in
        id.rawValue.hasPrefix(start) && id.rawValue.hasSuffix(end)
      }
      .sorted { $0.rawValue.utf8Precedes($1.rawValue) }
    }
    return found.keys.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }

  /// The subscriptions whose names a text is near to, nearest first.
  func resolve(_ near: FuzzyMatcher) -> [SubscriptionID] {
    let found = subscribers.compactMap { id, subscriber -> (errors: Int, id: SubscriptionID)? in
      let profile = subscriber.account.flatMap { profiles[$0] }
      let people = [profile?.name, profile?.email].compactMap { $0.flatMap(near.errors(inName:)) }
      let identifiers =
        names(of: id).filter { !$0.allowsPrefix }.map(\.text)
        + (subscriber.account.map { [$0.rawValue] } ?? [])
      let best = (people + identifiers.compactMap(near.errors(inIdentifier:))).min()
      return best.map { ($0, id) }
    }
    return found.sorted { one, other in
      one.errors != other.errors
        ? one.errors < other.errors : one.id.rawValue.utf8Precedes(other.id.rawValue)
    }.map(\.id)
  }

  private func isNamed(
    _ id: SubscriptionID, _ subscriber: Subscriber, _ text: String, normalized: String
  ) -> Bool {
    if id.rawValue == text || subscriber.account?.rawValue == text { return true }
    let email = Filter.foldCase(subscriber.account.flatMap { profiles[$0] }?.email ?? "")
    if !email.isEmpty, email == Filter.foldCase(text) { return true }
    return LookupName.isLongEnough(normalized) && names(of: id).contains { $0.matches(text) }
  }

  private func names(of id: SubscriptionID) -> Set<LookupName> { events[id]?.names ?? [] }
}

extension SubscriptionID {
  /// A Boolean value that indicates whether a text is the beginning of the identifier, and long
  /// enough to tell a few from many.
  func isBegun(by text: String) -> Bool {
    text.unicodeScalars.count >= LookupName.pieceLengthMin
      && rawValue.utf8.starts(with: text.utf8)
  }
}
