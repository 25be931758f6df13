import SubscriptionCore

/// The values of a payload that this build does not know, each as `field: value`.
struct UnknownValues {
  /// The values in order of appearance.
  private(set) var texts: [String] = []

  /// Adds a value that a store may extend, if this build does not know it.
  mutating func note<Known>(_ field: StaticString, _ value: Open<Known>?) {
    guard case .unknown(let raw) = value else { return }
    note(field, text: "\(raw)")
  }

  /// Adds the text of a value that this build does not know.
  mutating func note(_ field: StaticString, text: String) {
    texts.append("\(field): \(text.prefix(Self.longest))")
  }

  /// The maximum number of characters of a value.
  private static let longest = 80
}

extension Optional {
  /// Returns whether there is a value that this build does not know.
  func isUnknown<Known>() -> Bool where Wrapped == Open<Known> {
    guard case .unknown = self else { return false }
    return true
  }
}

extension StoreFacts {
  /// Adds values that this build does not know.
  mutating func add(unknown values: [String]) {
    if !values.isEmpty { unknownValues = (unknownValues ?? []) + values }
  }
}
