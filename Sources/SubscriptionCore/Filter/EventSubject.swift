/// An event with its subscriber, for the evaluation of filters on events.
public struct EventSubject: FilterSubject {
  /// The event.
  public var event: SubscriptionEvent
  /// The summary of its subscriber; `nil` if the ledger has none.
  public var row: SubscriberSummary?

  /// Combines an event with its subscriber.
  public init(_ event: SubscriptionEvent, of row: SubscriberSummary?) {
    (self.event, self.row) = (event, row)
  }

  /// Returns the event's value in a column of events, and its subscriber's value in any other
  /// column.
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
  /// Returns the event's own value in a column; `nil` for a column of subscribers.
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

  /// The store's own name, whole and split at `/`.
  private var storeNames: [String] {
    let parts = storeName.split(separator: "/").map(String.init)
    return parts.count > 1 ? [storeName] + parts : parts
  }
}
