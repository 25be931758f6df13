/// Something worked out once for every case of an enumeration.
struct CaseTable<Key: CaseIterable & Hashable & Sendable, Value: Sendable>: Sendable {
  private let values: [Key: Value]
  private let make: @Sendable (Key) -> Value

  /// Works out every case's value.
  init(_ make: @escaping @Sendable (Key) -> Value) {
    self.make = make
    values = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, make($0)) })
  }

  /// The value of a case.
  subscript(key: Key) -> Value { values[key] ?? make(key) }
}
