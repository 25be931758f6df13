/// The subject of a filter.
public enum FilterScope: Hashable, Sendable, CaseIterable {
  /// Subscribers: the lists, rules, views.
  case subscribers
  /// Events; fields of subscribers refer to the event's subscriber.
  case events
}

extension FilterField {
  /// Returns the fields that a filter on a subject can have, in the order of help and completion.
  ///
  /// For events their own fields come first, as most searches use them.
  public static func all(in scope: FilterScope) -> [FilterField] {
    let own = allCases.filter(\.isOfEvent)
    let others = allCases.filter { !$0.isOfEvent }
    return scope == .events ? own + others : others
  }

  /// A Boolean value that indicates whether the field is one of events rather than of subscribers.
  public var isOfEvent: Bool { column.isOfEvent }

  /// Returns whether a filter on a subject can have the field.
  func isKnown(in scope: FilterScope) -> Bool { scope == .events || !isOfEvent }
}

extension FilterColumn {
  /// A Boolean value that indicates whether the column is one of events rather than of subscribers.
  public var isOfEvent: Bool {
    switch self {
    case .typeAlias, .eventName, .eventSource, .actor, .heardAt: true
    case .id, .account, .name, .email, .app, .product, .nextProduct, .country, .currency, .state,
      .store, .environment, .access, .autoRenew, .cause, .reason, .verdict, .withheld, .step,
      .rule, .claimed, .tags, .plan, .flags, .price, .mrr, .anomalies, .shown, .losesAt,
      .stateSince, .retryEnds, .graceEnds, .renewsAt, .paidThrough, .resumesAt, .endedAt, .dueAt,
      .snoozedUntil, .lastEventAt, .refreshRequestedAt:
      false
    }
  }
}
