import EventLedger
import Foundation
import GRDB
import SubscriptionCore

/// What the rules of the file and filters need to know of a stored event, as functions of SQL.
enum EventFunctions {
  /// `recorded_at(body)`: when the event was recorded, in milliseconds since 1970; NULL for bytes
  /// that are no event.
  static let recordedAt = DatabaseFunction("recorded_at", argumentCount: 1, pure: true) { values in
    guard case .blob(let data) = values[0].storage else { return nil }
    return data.withUnsafeBytes { bytes in
      (try? EventCodec.decode(bytes))?.recordedAt.milliseconds
    }
  }

  /// `event_texts(body, column)`: what the event holds in a column of filters, as a packed list of
  /// folded texts; NULL where that is nothing.
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

  /// The call that gives what the event of a search's row holds in a column.
  static func call(_ column: FilterColumn) -> String {
    column == .heardAt
      ? "recorded_at(eventBody)" : "event_texts(eventBody, '\(column.rawValue)')"
  }

  /// The kinds of events that hold a folded word in ``FilterColumn/typeAlias``, where the kind
  /// alone decides.
  static func kinds(named text: String) -> [String]? {
    let kinds = EventKind.allCases.filter { Filter.foldCase($0.rawValue) == text }
    guard let word = TypeAlias(rawValue: text) else { return kinds.map(\.rawValue) }
    return word.kinds.map { $0.union(kinds).map(\.rawValue).sorted() }
  }
}
