/// A bounded dictionary that drops the least recently used entries.
///
/// Entries are kept in two generations. A used entry moves to the younger one; when that is full,
/// it becomes the older one, and the former older one is dropped. An entry so outlives at least
/// half the bound of others, without a list of uses.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let halfMax: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  /// Creates an empty table of so many entries at most, two at least.
  init(countMax: Int) { halfMax = max(1, countMax / 2) }

  /// The number of entries.
  var count: Int { young.count + old.count }

  /// The value of a key, which counts as used.
  ///
  /// - Complexity: O(1), except when the older generation is dropped.
  subscript(key: Key) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old.removeValue(forKey: key) else { return nil }
      insert(value, for: key)
      return value
    }
    set {
      old[key] = nil
      if let newValue { insert(newValue, for: key) } else { young[key] = nil }
    }
  }

  /// The values, in no order.
  var values: some Sequence<Value> { [young.values, old.values].joined() }

  private mutating func insert(_ value: Value, for key: Key) {
    if young.count >= halfMax, young[key] == nil { (young, old) = ([:], young) }
    young[key] = value
  }
}
