import SubscriptionCore

/// The values of a payload that this build does not know, each as `field: value`.
struct UnknownValues {
  /// The values in the order in which they were met.
  private(set) var texts: [String] = []

  /// Takes a value that a store may extend, if this build does not know it.
  mutating func note<Known>(_ field: StaticString, _ value: Open<Known>?) {
    guard case .unknown(let raw) = value else { return }
    note(field, text: "\(raw)")
  }

  /// Takes the text of a value that this build does not know.
  mutating func note(_ field: StaticString, text: String) {
    texts.append("\(field): \(text.prefix(Self.longest))")
  }

  /// How many characters of a value are kept.
  private static let longest = 80
}

extension Optional {
  /// Whether there is a value that this build does not know.
  func isUnknown<Known>() -> Bool where Wrapped == Open<Known> {
    guard case .unknown = self else { return false }
    return true
  }
}

extension Open {
  /// Whether this build does not know the value.
  func isUnknown() -> Bool { known == nil }
}

extension StoreFacts {
  /// Adds values that this build does not know.
  mutating func add(unknown values: [String]) {
    if !values.isEmpty { unknownValues = (unknownValues ?? []) + values }
  }
}
