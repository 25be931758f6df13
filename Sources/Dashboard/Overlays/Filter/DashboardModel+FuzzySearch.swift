import EventLedger
import SubscriptionCore

/// The search for similar names while a filter without a match is typed.
///
/// No key waits for them: they are looked for once the line has rested, beside all else, and an
/// answer to an older text is dropped.
extension DashboardModel {
  /// Schedules a search for similar names when a typed filter has no match.
  mutating func noteNobody() {
    guard screen == .subscribers, case .filter(let edit) = input, edit.error == nil,
      let list, list.window.total == 0, list.filterText == edit.text,
      search.near?.text != list.filterText, let name = edit.name, FuzzyMatcher(name) != nil
    else { return }
    search.near = NearSearch(text: list.filterText, name: name, dueAt: machineNow + NearSearch.rest)
  }

  /// Asks for similar names, if it is time.
  mutating func askNear() -> [Effect] {
    guard let near = search.near, let due = near.dueAt, due <= machineNow else { return [] }
    search.near?.dueAt = nil
    guard isTyped(near) else { return [] }
    return ask(.near(near.name), for: .near)
  }

  /// Lists the similar names that were found.
  mutating func receive(near ids: [SubscriptionID], _ name: String) -> [Effect] {
    guard let near = search.near, near.name == name, near.found == nil, near.dueAt == nil,
      isTyped(near)
    else { return [] }
    search.near?.found = ids
    guard !ids.isEmpty, let filter = try? Filter.parse(Self.filter(of: ids)) else { return [] }
    update(listOf: .subscribers) { list in
      list.filter = filter
      list.restart()
      list.window.total = nil
    }
    return ask(.window(question(.start, counts: true), now: now), for: .subscribers)
  }

  /// A Boolean value that indicates whether the list shows similar names in place of matches.
  var showsNear: Bool { search.near?.found?.isEmpty == false }

  /// The number of similar names, in place of that of matches; `nil` before a search for them.
  ///
  /// What has a digit may be the number of an order or a transaction, which no row shows and only
  /// Enter looks up.
  var nearWords: String? {
    guard let near = search.near, let found = near.found else { return nil }
    let isNumber = near.name.contains(where: \.isNumber)
    if found.isEmpty { return isNumber ? "no match" : "no match, no similar names" }
    let count = Formatting.count(found.count)
    return isNumber ? "Enter looks it up; near: \(count)" : "no '\(near.name)'; near: \(count)"
  }

  /// Returns a Boolean value that indicates whether a search is still about the typed text.
  private func isTyped(_ search: NearSearch) -> Bool {
    guard case .filter(let edit) = input else { return false }
    return screen == .subscribers && subscribers.filterText == search.text
      && edit.text == search.text
  }
}

/// The names near to one that is being typed and that no row matches.
struct NearSearch: Hashable, Sendable {
  /// The filter without a match, as typed.
  var text: String
  /// The name in it.
  var name: String
  /// The instant of the search, once typing has come to rest; `nil` after it.
  var dueAt: Timestamp?
  /// The subscriptions with a similar name; `nil` before the answer.
  var found: [SubscriptionID]?

  /// The pause in typing before the search for similar names, which reads every name.
  static let rest = Duration.milliseconds(300)
}
