import SubscriptionCore

/// A column of a list of subscribers: a field, or the timeline.
///
/// Every field with a `SubscriberField.Definition.column` is one, by the name
/// that `views.toml` uses.
public struct ListColumn: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The field; `nil` for the timeline.
  let field: SubscriberField?

  init(_ field: SubscriberField?) { self.field = field }

  /// Finds the column with a name.
  public init?(rawValue: String) {
    guard let column = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = column
  }

  /// The name.
  public var rawValue: String { field?.definition.heading ?? "timeline" }

  /// One sentence without a full stop.
  public var help: String { field?.definition.column ?? "past and future as a bar" }

  /// The state's sign and letters.
  public static let state = ListColumn(.state)
  /// The subscription's identifier.
  public static let id = ListColumn(.id)
  /// The name of the user.
  public static let name = ListColumn(.name)
  /// The account's identifier.
  public static let account = ListColumn(.account)
  /// The product.
  public static let product = ListColumn(.product)
  /// The time since the state began.
  public static let since = ListColumn(.stateSince)
  /// The time until access is lost.
  public static let loses = ListColumn(.losesAt)
  /// The price brought to one month.
  public static let mrr = ListColumn(.mrr)
  /// Past and future as a bar.
  public static let timeline = ListColumn(nil)

  /// Every column, in the order in which they are offered.
  public static let allCases: [ListColumn] = {
    let first: [SubscriberField] = [
      .state, .id, .name, .account, .store, .product, .stateSince, .losesAt, .retryEnds, .renewsAt,
      .dueAt, .mrr, .tags, .claimed, .lastEventAt,
    ]
    let others = SubscriberField.allCases.filter { field in
      field.definition.column != nil && !first.contains(field)
    }
    return (first + others).map(ListColumn.init) + [timeline]
  }()
}
