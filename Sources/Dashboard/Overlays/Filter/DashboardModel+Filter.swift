import SubscriptionCore

extension DashboardModel {
  /// Asks for the rows around the subscriber that was opened from the list.
  mutating func returnToPlace(on origin: Screen) -> [Effect] {
    guard origin == .detail, let detail, detail.origin == .subscribers else { return [] }
    subscribers.isTouched = true
    let place = ListWindow.Key(section: 0, id: detail.id)
    return ask(.window(question(.around(place), counts: true), now: now), for: .subscribers)
  }

  /// Looks up the text of a filter as an identifier before its matches are counted, which takes
  /// long in a large ledger.
  mutating func findEarly(_ text: String, insteadOf before: String) -> [Effect] {
    guard let list, list.window.total == nil, FilterEdit.canBeName(text),
      text.contains(where: \.isNumber)
    else { return [] }
    search.early = EarlyFind(text: text, before: before)
    return ask(.find(text), for: .find)
  }

  /// Decides whether an early result takes the place of the filter.
  ///
  /// - Returns: Whether the result is shown, and the effects before; of an early result,
  ///   only what has just that name, or an order that can be asked for, takes the place of the
  ///   filter.
  mutating func takeEarly(
    found ids: [SubscriptionID], _ text: String, _ isNear: Bool
  ) -> (isWanted: Bool, effects: [Effect]) {
    guard let early = search.early, early.text == text else { return (true, []) }
    search.early = nil
    let isFound = !ids.isEmpty && !isNear
    guard input == .none, list?.filterText == text, isFound || AppStoreOrderID(text) != nil
    else { return (false, []) }
    return (true, apply(filter: early.before))
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
