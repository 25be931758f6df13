import Foundation

/// Parsed JSON with the order of its keys left out and everything else reachable by name.
struct TestJSON: CustomStringConvertible {
  private let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: [.fragmentsAllowed])
  }

  private init(value: Any) { self.value = value }

  subscript(_ key: String) -> TestJSON {
    TestJSON(value: (value as? [String: Any])?[key] ?? Missing.key)
  }

  subscript(_ index: Int) -> TestJSON {
    let list = value as? [Any] ?? []
    return TestJSON(value: list.indices.contains(index) ? list[index] : Missing.element)
  }

  private enum Missing { case key, element }

  /// Whether the value is there, `null` included.
  var exists: Bool { !(value is Missing) }
  /// Whether the value is `null`.
  var isNull: Bool { value is NSNull }
  /// The text.
  var text: String? { value as? String }
  /// The number.
  var number: Int? { (value as? NSNumber)?.intValue }
  /// The truth value.
  var flag: Bool? { value as? Bool }
  /// The elements.
  var elements: [TestJSON] { (value as? [Any] ?? []).map { TestJSON(value: $0) } }
  /// The keys, in alphabetical order.
  var keys: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }

  /// The value as text with its keys in alphabetical order, so that equal values read the same.
  var description: String {
    guard exists else { return "nothing" }
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
  }
}
