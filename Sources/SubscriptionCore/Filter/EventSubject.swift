/// An event with its subscriber, as filters about events look at it.
public struct EventSubject: FilterSubject {
  /// The event.
  public var event: SubscriptionEvent
  /// The row of its subscriber; `nil` where the ledger has none.
  public var row: SubscriberSummary?

  /// Puts an event beside its subscriber.
  public init(_ event: SubscriptionEvent, of row: SubscriberSummary?) {
    (self.event, self.row) = (event, row)
  }

  /// What the event holds in a column of its own, else what its subscriber holds.
  public func value(of column: FilterColumn) -> FilterColumn.Value {
    if let value = event.value(ofOwn: column) { return value }
    if let row { return row.value(of: column) }
    return switch column.kind {
    case .text: .text(nil)
    case .texts: .texts([])
    case .integer: .integer(nil)
    }
  }
}

extension SubscriptionEvent {
  /// What the event itself holds in a column; `nil` for a column of subscribers.
  public func value(ofOwn column: FilterColumn) -> FilterColumn.Value? {
    guard column.isOfEvent else { return nil }
    return switch column {
    case .typeAlias:
      .texts([kind.rawValue] + TypeAlias.allCases.filter { $0.means(self) }.map(\.rawValue))
    case .eventName: .texts(storeNames)
    case .eventSource: .texts(SourceAlias.allCases.filter { $0.means(self) }.map(\.rawValue))
    case .actor: .text(action?.actor)
    case .heardAt: .integer(recordedAt.milliseconds)
    case _: nil
    }
  }

  /// The store's own name, whole and in its parts.
  private var storeNames: [String] {
    let parts = storeName.split(separator: "/").map(String.init)
    return parts.count > 1 ? [storeName] + parts : parts
  }
}
