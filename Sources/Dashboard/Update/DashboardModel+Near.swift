import EventLedger
import SubscriptionCore
import TerminalUI

/// Names near to what is typed in the filter line, where nobody has it in a name or an identifier.
///
/// No key waits for them: they are looked for once the line has rested, beside all else, and an
/// answer to an older text is dropped.
extension DashboardModel {
  /// Notes that nobody matches what is typed, to look for near names when it has rested.
  mutating func noteNobody() {
    guard screen == .subscribers, case .filter(let edit) = input, edit.error == nil,
      let list, list.window.total == 0, list.filterText == edit.field.text.trimmed,
      near?.text != list.filterText, let name = Self.name(in: edit), FuzzyMatcher(name) != nil
    else { return }
    near = NearSearch(text: list.filterText, name: name, dueAt: machineNow + NearSearch.rest)
  }

  /// Looks for near names, if it is time.
  mutating func askNear() -> [Effect] {
    guard let search = near, let due = search.dueAt, due <= machineNow else { return [] }
    near?.dueAt = nil
    guard isTyped(search) else { return [] }
    return ask(.near(search.name), for: .near)
  }

  /// Takes near names: they are listed, while the line says that nobody is called so.
  mutating func take(near ids: [SubscriptionID], _ name: String) -> [Effect] {
    guard let search = near, search.name == name, search.found == nil, search.dueAt == nil,
      isTyped(search)
    else { return [] }
    near?.found = ids
    guard !ids.isEmpty, let filter = try? Filter.parse(Self.filter(of: ids)) else { return [] }
    update(listOf: .subscribers) { list in
      list.filter = filter
      list.restart()
      list.window.total = nil
    }
    return ask(.window(question(.start, counts: true), now: now), for: .subscribers)
  }

  /// Whether the list shows names near to what is typed, and not matches of it.
  var showsNear: Bool { near?.found?.isEmpty == false }

  /// How many names are near, in place of how many match; `nil` where none were looked for.
  var nearWords: String? {
    guard let near, let found = near.found else { return nil }
    return found.isEmpty
      ? "no match, no similar names" : "no '\(near.name)'; near: \(Words.count(found.count))"
  }

  /// Whether what was looked for is what is typed still.
  private func isTyped(_ search: NearSearch) -> Bool {
    guard case .filter(let edit) = input else { return false }
    return screen == .subscribers && subscribers.filterText == search.text
      && edit.field.text.trimmed == search.text
  }
}
