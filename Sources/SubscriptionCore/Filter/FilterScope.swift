/// The subject of a filter.
public enum FilterScope: Hashable, Sendable, CaseIterable {
  /// Subscribers: the lists, rules, views.
  case subscribers
  /// Events; fields of subscribers refer to the event's subscriber.
  case events
}

extension SubscriberField {
  /// Returns the fields that a filter on a subject can have, in the order of help and completion.
  ///
  /// For events their own fields come first, as most searches use them.
  public static func all(in scope: FilterScope) -> [SubscriberField] {
    let own = filterable.filter(\.isOfEvent)
    let others = filterable.filter { !$0.isOfEvent }
    return scope == .events ? own + others : others
  }

  /// Returns whether a filter on a subject can have the field.
  func isKnown(in scope: FilterScope) -> Bool { scope == .events || !isOfEvent }
}
