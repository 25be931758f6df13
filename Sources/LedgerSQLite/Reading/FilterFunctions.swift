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
    return texts.contains { FilterFunctions.contains($0, wanted) }
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

  private static func contains(_ text: String, _ wanted: String) -> Bool {
    let predicate = FilterPredicate.contains(.name, wanted)
    return predicate.matches(OneText(text: text))
  }

  private struct OneText: FilterSubject {
    var text: String
    func value(of field: SubscriberField) -> SubscriberField.Value { .text(text) }
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
