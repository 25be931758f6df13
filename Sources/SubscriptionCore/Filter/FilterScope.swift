/// What a filter is about.
public enum FilterScope: Hashable, Sendable, CaseIterable {
  /// Subscribers: the lists, rules, views.
  case subscribers
  /// Events; the fields of subscribers are those of the event's subscriber.
  case events
}

extension FilterField {
  /// The fields that a filter about something can have, in the order of help and completion.
  ///
  /// For events their own fields come first, for there they are what is mostly looked for.
  public static func all(in scope: FilterScope) -> [FilterField] {
    let own = allCases.filter(\.isOfEvent)
    let others = allCases.filter { !$0.isOfEvent }
    return scope == .events ? own + others : others
  }

  /// Whether the field says something of an event rather than of a subscriber.
  public var isOfEvent: Bool { column.isOfEvent }

  /// Whether a filter about something can have the field.
  func isKnown(in scope: FilterScope) -> Bool { scope == .events || !isOfEvent }
}

extension FilterColumn {
  /// Whether an event holds it rather than a subscriber.
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
