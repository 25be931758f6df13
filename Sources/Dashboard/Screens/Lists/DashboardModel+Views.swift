import EventLedger
import SubscriptionCore

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
      items.append(
        Menu.Item(
          key: key, title: "\(view.name)   \(what)", choice: .view(view),
          disabledReason: view.problem.map { "it has a mistake: \($0)" }))
    }
    items.append(item("0", "the list without a view", .closeView))
    items.append(item("s", "save what is on screen as a view", .saveView))
    input = .menu(Menu(title: "Views", items: items + timeItems))
  }

  private func item(_ key: String, _ title: String, _ id: CommandID) -> Menu.Item {
    Menu.Item(
      key: key, title: title, choice: .command(id),
      disabledReason: CommandTable.command(id).flatMap { disabledReason(of: $0) })
  }

  /// Opens a view: its filter as it was saved, order, columns and place as they were left.
  ///
  /// A filter that was cleared or changed in between is not part of the view; saving it under the
  /// same name makes it so.
  mutating func open(_ view: SavedView) -> [Effect] {
    guard view.screen.controller.list != nil else { return show(view.screen) }
    rememberView(of: view.screen)
    viewMemory.open[view.screen] = view.name
    screen = view.screen
    var place = viewMemory.places[.view(view.name)] ?? ViewMemory.Place(view)
    if place.filter != view.filter { (place.filter, place.cursor) = (view.filter, nil) }
    return restore(place)
  }

  /// Goes back to the list as it was before a view was opened on it.
  mutating func closeView() -> [Effect] {
    guard let screen = listScreen, viewMemory.open[screen] != nil else { return [] }
    rememberView(of: screen)
    viewMemory.open[screen] = nil
    return restore(viewMemory.places[.list(screen)] ?? ViewMemory.Place(SavedView(name: "")))
  }

  /// Shows the list on the screen as it was left.
  private mutating func restore(_ place: ViewMemory.Place) -> [Effect] {
    if screen == .subscribers {
      (subscribers.sort, subscribers.descending) = (place.sort.sort, place.sort.descending)
      subscribers.columns = place.columns
      listView = place.time
    }
    update(listOf: screen) { $0.showsSide = place.showsSide }
    let effects = apply(filter: place.filter)
    guard let cursor = place.cursor, let slot = listSlot, list?.filterText == place.filter else {
      return effects
    }
    update(listOf: screen) { $0.isTouched = true }
    return effects + ask(.window(question(.around(cursor), counts: true), now: now), for: slot)
  }

  /// Stores the state of a list, for when its view is opened again.
  private mutating func rememberView(of screen: Screen) {
    guard let list = screen.controller.list else { return }
    viewMemory.places[viewMemory.name(of: screen)] = ViewMemory.Place(
      self[keyPath: list], time: listView)
  }

  /// Asks for the name of a view to save.
  mutating func askViewName() {
    input = .prompt(PromptLine(.viewName, text: listScreen.flatMap { viewMemory.open[$0] } ?? ""))
  }

  /// Saves the list as a view with a name, and asks for a digit while there is one.
  mutating func saveView(named name: String) -> [Effect] {
    guard let list, let screen = listScreen else { return [] }
    let old = preferences.views.first { $0.name == name }
    let view = SavedView(
      name: name, key: old?.key ?? SavedView.freeKey(among: preferences.views),
      screen: screen, filter: list.filterText,
      sort: screen == .subscribers
        ? [SavedView.SortKey(list.sort, descending: list.descending)] : [],
      columns: list.columns, zoom: listView.zoom)
    return [.saveView(view, over: old)]
  }
}
