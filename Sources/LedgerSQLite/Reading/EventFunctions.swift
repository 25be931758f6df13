import EventLedger
import Foundation
import GRDB
import LedgerRows
import SubscriptionCore

/// The SQL functions through which a filter looks into a stored event.
enum EventFunctions {
  /// `event_texts(body, field)`: the values of an event in a field of filters, as a packed list of
  /// folded texts; NULL when there is none.
  static let texts = DatabaseFunction("event_texts", argumentCount: 2, pure: true) { values in
    guard case .blob(let data) = values[0].storage,
      let field = UInt8.fromDatabaseValue(values[1]).flatMap(SubscriberField.init(rawValue:)),
      let event = data.withUnsafeBytes({ bytes in try? EventCodec.decode(bytes) })
    else { return nil }
    let texts = event.value(ofOwn: field)?.texts.map(Filter.foldCase) ?? []
    return texts.isEmpty ? nil : Data(PackedTexts.pack(texts))
  }

  /// Returns the SQL expression for a field of the event in a search's row.
  static func call(_ field: SubscriberField) -> String {
    field == .heardAt ? "eventRecordedAt" : "event_texts(eventBody, \(field.rawValue))"
  }

  /// The kinds of events that a folded word in `SubscriberField.typeAlias`
  /// means, where the kind alone decides.
  static func kinds(named text: String) -> [String]? {
    let kinds = EventKind.allCases.filter { Filter.foldCase($0.rawValue) == text }
    guard let word = TypeAlias(rawValue: text) else { return kinds.map(\.rawValue) }
    return word.kinds.map { $0.union(kinds).map(\.rawValue).sorted() }
  }
}
