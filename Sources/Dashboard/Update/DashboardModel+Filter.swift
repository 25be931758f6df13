import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Opens the filter line with the filter in force.
  ///
  /// From Overview and from inside of one subscriber it is over all subscribers; help is searched
  /// by the command line.
  mutating func openFilter() -> [Effect] {
    var effects: [Effect] = []
    if screen == .help {
      input = .palette(PaletteState())
      return []
    }
    let (origin, former) = (screen, subscribers.filterText)
    let isElsewhere = origin == .overview || origin == .detail
    if isElsewhere { effects = former.isEmpty ? show(.subscribers) : drill("") }
    guard let filter = filterInForce else { return effects }
    var edit = FilterEdit(filter)
    if isElsewhere { (edit.before, edit.origin) = (former, origin) }
    if !filter.isEmpty { edit.field.insert(" ") }
    input = .filter(edit)
    return effects
  }

  /// Takes a key while the filter line is open; the list follows every letter.
  mutating func take(_ press: KeyPress, _ edit: FilterEdit) -> [Effect] {
    if let effects = takeCompletion(press, edit) { return effects }
    var edit = edit
    switch KeyChord(press).name {
    case "Enter": return commit(edit)
    case "Esc":
      let effects = restoreFilter()
      input = .none
      return effects
    case "Up": browseHistory(&edit, by: 1)
    case "Down": browseHistory(&edit, by: -1)
    case _:
      let before = edit.field.text
      guard edit.field.take(press) else { return [] }
      guard edit.field.text != before else {
        input = .filter(edit)
        return []
      }
      if edit.completion != nil { edit.completion = completion(of: edit.field) }
    }
    return preview(edit)
  }

  /// Puts the filter and the screen back as they were before the line was opened.
  mutating func restoreFilter() -> [Effect] {
    guard case .filter(let edit) = input else { return [] }
    let effects = filterInForce == edit.before && !showsNear ? [] : apply(filter: edit.before)
    guard let origin = edit.origin else { return effects }
    return effects + returnToPlace(on: origin) + show(origin)
  }

  /// Has the list be read around the subscriber that was opened from it.
  private mutating func returnToPlace(on origin: Screen) -> [Effect] {
    guard origin == .detail, let detail, detail.origin == .subscribers else { return [] }
    subscribers.isTouched = true
    let place = ListWindow.Key(section: 0, id: detail.id)
    return ask(
      .window(question(.around(place), counts: true), now: now), for: .subscribers)
  }

  /// Narrows the list to what is typed, as far as it can be read.
  mutating func preview(_ edit: FilterEdit) -> [Effect] {
    var edit = edit
    let text = edit.field.text.trimmed
    do throws(FilterError) {
      _ = try Filter.parse(text, about: filterScope)
      edit.error = nil
    } catch {
      edit.error = error
    }
    input = .filter(edit)
    return edit.error == nil ? apply(filter: text) : []
  }

  private mutating func commit(_ edit: FilterEdit) -> [Effect] {
    guard edit.error == nil else { return [] }
    let text = edit.field.text.trimmed
    if list?.window.total == 0 || showsNear, let name = Self.name(in: edit) {
      let effects = apply(filter: edit.before)
      input = .none
      return effects + ask(.find(name), for: .find)
    }
    input = .none
    if !text.isEmpty {
      filterHistory.removeAll { $0 == text }
      filterHistory.append(text)
      if filterHistory.count > 100 { filterHistory.removeFirst() }
    }
    let effects = filterInForce == text ? [] : apply(filter: text)
    return effects + findEarly(text, instead: edit.before)
  }

  /// Looks for what has the name of a filter whose matches are not counted yet: in a large ledger
  /// an identifier is found long before it is known that nobody matches it.
  private mutating func findEarly(_ text: String, instead before: String) -> [Effect] {
    guard let list, list.window.total == nil, Self.canBeName(text),
      text.contains(where: \.isNumber)
    else { return [] }
    earlyFind = EarlyFind(text: text, before: before)
    return ask(.find(text), for: .find)
  }

  /// Takes what was found, where it was looked for before the matches were counted.
  ///
  /// - Returns: Whether it is to be shown, and what to do before; of what was looked for early,
  ///   only what has just that name, or an order that can be asked for, takes the place of the
  ///   filter.
  mutating func takeEarly(
    found ids: [SubscriptionID], _ text: String, _ isNear: Bool
  ) -> (isWanted: Bool, effects: [Effect]) {
    guard let early = earlyFind, early.text == text else { return (true, []) }
    earlyFind = nil
    let isFound = !ids.isEmpty && !isNear
    guard input == .none, list?.filterText == text, isFound || AppStoreOrderID(text) != nil
    else { return (false, []) }
    return (true, apply(filter: early.before))
  }

  /// Whether a filter may as well be the name of an order, a transaction, a purchase or a person:
  /// no sign of the filter language.
  static func canBeName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { ":<>=|()\"".contains($0) }
  }

  /// What is typed that may be a name: all of it, or what follows the filter that was in force.
  static func name(in edit: FilterEdit) -> String? {
    let text = edit.field.text.trimmed
    if canBeName(text) { return text }
    guard !edit.before.isEmpty, text.hasPrefix(edit.before + " ") else { return nil }
    let rest = String(text.dropFirst(edit.before.count)).trimmed
    return canBeName(rest) ? rest : nil
  }

  private func browseHistory(_ edit: inout FilterEdit, by step: Int) {
    let index = edit.historyIndex + step
    guard index >= 0, index < filterHistory.count else {
      if index < 0 { (edit.field, edit.historyIndex) = (LineEditor(edit.before), -1) }
      return
    }
    edit.historyIndex = index
    edit.field = LineEditor(filterHistory[filterHistory.count - 1 - index])
  }

  /// Narrows the list or the events on the screen, from the first row.
  mutating func apply(filter text: String) -> [Effect] {
    if screen == .events { return apply(eventFilter: text) }
    if listScreen == nil { screen = .subscribers }
    guard let screen = listScreen, let slot = listSlot else { return [] }
    let filter: Filter?
    do throws(FilterError) {
      filter = text.isEmpty ? nil : try Filter.parse(text)
    } catch {
      tell("\(error.sentence).", .error)
      return []
    }
    near = nil
    update(listOf: screen) { list in
      (list.filterText, list.filter) = (text, filter)
      list.searched = filter ?? list.searched
      list.restart()
      list.window.total = nil
    }
    return ask(.window(question(.start, counts: true), now: now), for: slot)
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
