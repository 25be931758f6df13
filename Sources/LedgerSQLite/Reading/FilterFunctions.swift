import EventLedger
import Foundation
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

/// The parts of filters that SQL has no words for, as functions that call the same code as the
/// evaluation in memory.
enum FilterFunctions {
  /// `list_has(list, text)`: whether a packed list holds a text.
  static let listHas = DatabaseFunction("list_has", argumentCount: 2, pure: true) { values in
    let (texts, wanted) = listAndText(values)
    return texts.contains { $0.utf8.elementsEqual(wanted.utf8) }
  }

  /// `list_contains(list, text)`: whether a text of a packed list contains a text.
  static let listContains = DatabaseFunction(
    "list_contains", argumentCount: 2, pure: true
  ) { values in
    let (texts, wanted) = listAndText(values)
    return texts.contains { Filter.contains($0, folded: wanted) }
  }

  /// `pattern_found(pattern, value)`: whether a pattern is found in a text, or in one of a packed
  /// list.
  static let patternFound = DatabaseFunction(
    "pattern_found", argumentCount: 2, pure: true
  ) { values in
    guard let source = String.fromDatabaseValue(values[0]),
      let pattern = patterns.pattern(source)
    else { return false }
    switch values[1].storage {
    case .string(let text): return pattern.matches(text)
    case .blob(let data): return PackedTexts.unpack([UInt8](data)).contains(where: pattern.matches)
    case .null, .int64, .double: return false
    }
  }

  private static let patterns = PatternCache()

  private static func listAndText(_ values: [DatabaseValue]) -> ([String], String) {
    guard case .blob(let data) = values[0].storage, case .string(let text) = values[1].storage
    else { return ([], "") }
    return (PackedTexts.unpack([UInt8](data)), text)
  }
}

/// Patterns that were read once and are asked for each row.
private final class PatternCache: Sendable {
  private let store = Mutex<[String: FilterPattern]>([:])
  private static let countMax = 64

  func pattern(_ source: String) -> FilterPattern? {
    store.withLock { store in
      if let pattern = store[source] { return pattern }
      guard let pattern = try? FilterPattern(source) else { return nil }
      if store.count >= PatternCache.countMax { store.removeAll() }
      store[source] = pattern
      return pattern
    }
  }
}

/// The SQL functions through which a filter looks into a stored event.
enum EventFunctions {
  /// `event_texts(body, field)`: the values of an event in a field of filters, as a packed list of
  /// folded texts; NULL when there is none.
  static let texts = DatabaseFunction("event_texts", argumentCount: 2, pure: true) { values in
    guard case .blob(let data) = values[0].storage,
      let field = UInt8.fromDatabaseValue(values[1]).flatMap(SubscriberField.init(rawValue:)),
      let event = data.withUnsafeBytes({ bytes in try? StoredEvent.decode(bytes) })
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
