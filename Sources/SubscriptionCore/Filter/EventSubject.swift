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

  /// Returns the event's value in a field of events, and its subscriber's value in any other field.
  public func value(of field: SubscriberField) -> SubscriberField.Value {
    event.value(ofOwn: field) ?? row?.value(of: field) ?? field.missing
  }

  /// Returns the parts of the past of the event's subscriber.
  public func counted(_ part: FilterPart) -> [any FilterSubject] { row?.counted(part) ?? [] }
}

extension SubscriptionEvent {
  /// Returns the event's own value in a field; `nil` for a field of subscribers.
  public func value(ofOwn field: SubscriberField) -> SubscriberField.Value? {
    switch field {
    case .typeAlias:
      .texts([kind.rawValue] + TypeAlias.allCases.filter { $0.means(self) }.map(\.rawValue))
    case .eventName: .texts(storeNames)
    case .eventSource: .texts(SourceAlias.allCases.filter { $0.means(self) }.map(\.rawValue))
    case .actor: .text(action?.actor)
    case .note: .text(action?.text)
    case .heardAt: .instant(recordedAt)
    case _: nil
    }
  }

  /// The store's own name, whole and split at `/`.
  private var storeNames: [String] {
    let parts = storeName.split(separator: "/").map(String.init)
    return parts.count > 1 ? [storeName] + parts : parts
  }
}
