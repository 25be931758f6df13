import EventLedger
import SubscriptionCore
import TerminalUI

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

  /// The columns where none were chosen.
  static let usual: [ListColumn] = [.state, .id, .name, .product, .loses, .mrr, .timeline]

  /// The columns of a list of those who ended, where none were chosen.
  static let usualOfEnded: [ListColumn] = [
    .state, .id, .name, .product, ListColumn(.endedAt), ListColumn(.cause), ListColumn(.reason),
    .timeline,
  ]

  /// The columns of a list of those with a refund, where none were chosen.
  static let usualOfRefunded: [ListColumn] = [
    .state, .id, .name, .product, ListColumn(.lastRefundAt), .mrr, .timeline,
  ]

  /// The heading.
  var heading: String { self == .timeline ? "" : rawValue.uppercased() }

  /// The order that the column shows; `nil` where there is none.
  var sort: SubscriberSort? { field.flatMap { SubscriberSort(rawValue: $0.name) } }

  /// The column as it would like to be.
  ///
  /// - Parameters:
  ///   - tier: The size class of the screen.
  ///   - isASCII: Whether there are letters only.
  ///   - isChosen: Whether the user asked for it; the usual columns give way sooner.
  ///   - order: The order, where the list is sorted by it.
  /// - Returns: The column, hidden where the tier has no room for it.
  func column(
    _ tier: Tier, isASCII: Bool, isChosen: Bool, order: TableColumn.Order?
  ) -> TableColumn {
    let isFull = tier >= .full
    let hidden = isFull || isChosen ? 0 : TableColumn.hidden
    func column(
      _ minimum: Int, _ maximum: Int? = nil, sacrifice: Int = 9, right: Bool = false
    ) -> TableColumn {
      TableColumn(
        heading, minimum: minimum, maximum: maximum, sacrifice: sacrifice,
        alignment: right ? .right : .left, order: order)
    }
    guard let field else {
      // Where a timeline has no room, the mark of a due prompt takes its place.
      guard tier >= .compact else { return TableColumn("", minimum: 5, maximum: 5, sacrifice: 13) }
      return TableColumn("", minimum: 20, maximum: 400, sacrifice: 1, isOverlaid: false)
    }
    switch (field, field.definition.type) {
    case (.state, _): return column(isASCII || order != nil ? 6 : 5, sacrifice: 0)
    case (.id, _): return column(isFull ? 14 : 11, sacrifice: 2)
    case (.name, _): return column(12, isFull ? 16 : 13, sacrifice: 0)
    case (.product, _): return column(max(10, hidden), max(14, hidden), sacrifice: 15)
    case (.losesAt, _): return column(6, sacrifice: isChosen ? 3 : 0, right: true)
    case (.mrr, _): return column(max(12, hidden), sacrifice: 14, right: true)
    case (.dueAt, _), (.claimed, _): return column(7, 10)
    case (.account, _): return column(10, 20, sacrifice: 10)
    case (.store, _): return column(6)
    case (_, .deadline), (_, .age), (_, .number), (_, .length): return column(6, right: true)
    case (_, .money): return column(12, right: true)
    case (_, .truth): return column(6)
    case (_, .identifier), (_, .text), (_, .texts), (_, .choice), (_, .choices):
      return column(8, 20, sacrifice: 11)
    }
  }
}
