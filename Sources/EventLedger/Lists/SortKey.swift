import SubscriptionCore

/// The value by which a row takes its place in a list.
public enum SortKey: Hashable, Sendable {
  /// A number, such as the milliseconds of an instant.
  case number(Int64)
  /// A text, ordered by its UTF-8 bytes, which is the order of its Unicode scalars.
  case text(String)
}

extension String {
  /// A Boolean value that indicates whether the text comes before another by UTF-8 bytes, whatever
  /// the locale.
  public func utf8Precedes(_ other: String) -> Bool {
    let isFirst = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.lexicographicallyPrecedes($0) }
    }
    return (isFirst ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension SubscriberSort {
  /// Returns the value of a row in this order; `nil` where the row has none and comes last.
  public func key(of row: SubscriberSummary) -> SortKey? {
    let value = row.value(of: field)
    switch (field.definition.type, value.texts.first) {
    case (.identifier, let text): return text.map(SortKey.text)
    case (.choice, let name?):
      return field.choices.firstIndex { $0.name == name }.map { .number(Int64($0)) }
    case (_, let text?): return .text(Filter.foldCase(text))
    case (_, nil): return value.number.map(SortKey.number)
    }
  }
}
