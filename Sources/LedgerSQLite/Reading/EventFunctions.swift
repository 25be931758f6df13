import EventLedger
import Foundation
import GRDB
import SubscriptionCore

/// The SQL functions through which a filter looks into a stored event.
enum EventFunctions {
  /// `event_texts(body, column)`: the values of an event in a filter's column, as a packed list of
  /// folded texts; NULL when there is none.
  static let texts = DatabaseFunction("event_texts", argumentCount: 2, pure: true) { values in
    guard case .blob(let data) = values[0].storage,
      let column = String.fromDatabaseValue(values[1]).flatMap(FilterColumn.init),
      let event = data.withUnsafeBytes({ bytes in try? EventCodec.decode(bytes) })
    else { return nil }
    let held: [String] =
      switch event.value(ofOwn: column) {
      case .texts(let texts)?: texts
      case .text(let text)?: text.map { [$0] } ?? []
      case .integer?, nil: []
      }
    let texts = held.filter { !$0.isEmpty }.map(Filter.foldCase)
    return texts.isEmpty ? nil : Data(PackedTexts.pack(texts))
  }

  /// The SQL expression for a filter's column of the event in a search's row.
  static func call(_ column: FilterColumn) -> String {
    column == .heardAt ? "eventRecordedAt" : "event_texts(eventBody, '\(column.rawValue)')"
  }

  /// The kinds of events that hold a folded word in `FilterColumn.typeAlias`, where the kind
  /// alone decides.
  static func kinds(named text: String) -> [String]? {
    let kinds = EventKind.allCases.filter { Filter.foldCase($0.rawValue) == text }
    guard let word = TypeAlias(rawValue: text) else { return kinds.map(\.rawValue) }
    return word.kinds.map { $0.union(kinds).map(\.rawValue).sorted() }
  }
}
