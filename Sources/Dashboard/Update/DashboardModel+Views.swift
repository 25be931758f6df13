import EventLedger
import SubscriptionCore
import TerminalUI

/// Saved views: a list by its name, left as it was and found as it was left.
extension DashboardModel {
  /// Opens the menu of views and times.
  mutating func openViews() {
    var items: [Menu.Item] = []
    let letters = "abcdefghijk".map(String.init)
    var free = letters[...]
    for view in preferences.views {
      guard let key = view.key.map({ String($0) }) ?? free.popFirst() else { continue }
      let what = view.filter.isEmpty ? view.screen.title : "\(view.screen.title): \(view.filter)"
      items.append(Menu.Item(key: key, title: "\(view.name)   \(what)", choice: .view(view)))
    }
    let isOpen = !viewMemory.current.isEmpty
    items.append(
      Menu.Item(
        key: "0", title: "the list without a view", choice: .view(Self.plainView),
        disabledReason: isOpen ? nil : "no view is open"))
    let save = CommandTable.command(.saveView)
    items.append(
      Menu.Item(
        key: "s", title: "save what is on screen as a view", choice: .command(.saveView),
        disabledReason: save.flatMap { disabledReason(of: $0) }))
    input = .menu(Menu(title: "Views", items: items + timeItems))
  }

  /// The list as it is without a view.
  private static let plainView = SavedView(name: "")

  /// Opens a view, as it was left in this session or else as it was saved.
  mutating func open(_ view: SavedView) -> [Effect] {
    rememberView()
    viewMemory.current = view.name
    guard view.screen == .subscribers || view.screen == .due else { return show(view.screen) }
    let saved = ViewMemory.Place(
      filter: view.filter, sort: view.sort.first ?? SavedView.SortKey(.losesAccess),
      columns: view.columns, time: TimeView(zoomedTo: view.zoom), cursor: nil)
    let place = viewMemory.places[view.name] ?? saved
    screen = view.screen
    if screen == .subscribers {
      (subscribers.sort, subscribers.descending) = (place.sort.sort, place.sort.descending)
      subscribers.columns = place.columns
      listView = place.time
    }
    let effects = apply(filter: place.filter)
    guard let cursor = place.cursor, let slot = listSlot, list?.filterText == place.filter else {
      return effects
    }
    update(listOf: screen) { $0.isTouched = true }
    return effects + ask(.window(question(.around(cursor), counts: true), now: now), for: slot)
  }

  /// Keeps how the list on the screen is left, for when its view is opened again.
  private mutating func rememberView() {
    guard let list else { return }
    viewMemory.places[viewMemory.current] = ViewMemory.Place(
      filter: list.filterText,
      sort: SavedView.SortKey(list.sort, descending: list.descending), columns: list.columns,
      time: listView, cursor: list.isTouched ? list.window.selected : nil)
  }

  /// Asks for the name under which what is on screen is kept.
  mutating func askViewName() {
    input = .prompt(PromptLine(.viewName, text: viewMemory.current))
  }

  /// Keeps what is on screen under a name, and gives it a digit while there is one.
  mutating func saveView(named name: String) -> [Effect] {
    guard let list, let screen = listScreen else { return [] }
    let taken = Set(preferences.views.compactMap(\.key))
    let old = preferences.views.first { $0.name == name }
    let view = SavedView(
      name: name, key: old?.key ?? (1...SavedView.keyMax).first { !taken.contains($0) },
      screen: screen, filter: list.filterText,
      sort: screen == .subscribers
        ? [SavedView.SortKey(list.sort, descending: list.descending)] : [],
      columns: list.columns, zoom: listView.zoom)
    viewMemory.current = name
    return [.saveView(view)]
  }
}
