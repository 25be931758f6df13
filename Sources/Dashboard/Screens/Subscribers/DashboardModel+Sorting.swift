import EventLedger
import SubscriptionCore

extension DashboardModel {
  /// Hides or shows names and mail addresses.
  mutating func toggleMask() { mask(!settings.masksPersonalData) }

  /// Hides or shows names and mail addresses, and says so also where they were before.
  mutating func mask(_ isOn: Bool) {
    guard settings.audit != .hidden else { return tell(settings.hidingReason, .warning) }
    settings.masksPersonalData = isOn
    rewriteEventPayload()
    tell(
      isOn
        ? "Names and mail addresses are hidden; the same person keeps the same stand-in."
        : "Names and mail addresses are shown." + unrecordedNote)
  }

  /// Asks for an order.
  mutating func openSortMenu() {
    let keys = Array("abcdefghijklmnop").map(String.init)
    let items = zip(keys, SubscriberSort.allCases).map { key, sort in
      Menu.Item(key: key, title: sort.title, choice: .sort(sort))
    }
    var menu = Menu(title: "Sort by", items: Array(items), subscriptions: [])
    menu.selection = SubscriberSort.allCases.firstIndex(of: subscribers.sort) ?? 0
    input = .menu(menu)
  }

  /// Orders the list.
  mutating func sort(by sort: SubscriberSort, descending: Bool) -> [Effect] {
    guard maySee([sort.field]) else { return [] }
    (subscribers.sort, subscribers.descending) = (sort, descending)
    subscribers.restart()
    return ask(.window(question(.start, counts: true), now: now), for: .subscribers)
  }

  /// Orders the list by a column, or turns its order round.
  mutating func turnOrder(to sort: SubscriberSort) -> [Effect] {
    self.sort(by: sort, descending: sort == subscribers.sort && !subscribers.descending)
  }

  /// Orders the list by the next column that has an order.
  mutating func sortNeighbour(by step: Int) -> [Effect] {
    let all = subscribers.shownColumns.compactMap(\.sort).filter { !isHidden($0.field) }
    guard !all.isEmpty else {
      tell("None of these columns has an order; s lists the orders, c the columns.")
      return []
    }
    let index = all.firstIndex(of: subscribers.sort).map { $0 + step } ?? 0
    return sort(by: all[(index + all.count) % all.count], descending: subscribers.descending)
  }
}
