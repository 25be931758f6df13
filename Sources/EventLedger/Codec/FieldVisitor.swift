import SubscriptionCore

/// Something that goes through the fields of a value in the order of their numbers.
///
/// A type lists its fields once, in ``Fields/visit(_:)``; ``FieldWriter`` and ``FieldReader`` both
/// walk that list, so that what is written and what is read cannot drift apart. Each primitive is
/// given the present value and answers the one to keep: the writer the same, the reader the one
/// it found.
protocol FieldVisitor {
  /// A Boolean value that indicates whether what it answers is what it was given, so that nothing
  /// need be made of the answer.
  static var keepsValues: Bool { get }
  /// Passes a number.
  mutating func integer(_ number: UInt8, _ value: Int64?) -> Int64?
  /// Passes a text.
  mutating func text(_ number: UInt8, _ value: String?) -> String?
  /// Passes a list of texts.
  mutating func texts(_ number: UInt8, _ value: [String]?) -> [String]?
  /// Passes a list of numbers; an empty one is left out.
  mutating func numbers(_ number: UInt8, _ value: [UInt64]) -> [UInt64]
  /// Passes a value with fields of its own.
  mutating func group<Group: Fields>(_ number: UInt8, _ value: Group?) -> Group?
  /// Passes a list of values with fields of their own.
  mutating func groups<Group: Fields>(_ number: UInt8, _ value: [Group]) -> [Group]
  /// Records that a required field is missing.
  mutating func missing(_ number: UInt8)
  /// Notes a value that this build has no word for, by the name of its field.
  mutating func note(unread raw: String, of field: String)
  /// The unread values so far, as `field=value`.
  var unread: [String] { get }
}

/// A value that lists its fields.
///
/// Numbers are 1 to 127, grow in the order visited, are never given to another field, and a field
/// that is gone leaves its number unused.
protocol Fields {
  /// A value for the reader to fill.
  static var blank: Self { get }
  /// Passes every field to a visitor.
  mutating func visit(_ visitor: inout some FieldVisitor)
}

extension FieldVisitor {
  mutating func field(_ number: UInt8, _ value: inout String?) {
    let found = text(number, value)
    if !Self.keepsValues { value = found }
  }

  mutating func field(_ number: UInt8, _ value: inout [String]?) {
    let found = texts(number, value)
    if !Self.keepsValues { value = found }
  }

  mutating func field(_ number: UInt8, _ value: inout Timestamp?) {
    value = integer(number, value?.milliseconds).map(Timestamp.init(milliseconds:))
  }

  mutating func field(_ number: UInt8, _ value: inout Bool?) {
    value = integer(number, value.map { $0 ? 1 : 0 }).map { $0 != 0 }
  }

  mutating func field(_ number: UInt8, _ value: inout Int?) {
    value = integer(number, value.map(Int64.init)).flatMap { Int(exactly: $0) }
  }

  mutating func field<Kind>(_ number: UInt8, _ value: inout Identifier<Kind>?) {
    let found = text(number, value?.rawValue)
    if !Self.keepsValues { value = found.map { Identifier<Kind>($0) } }
  }

  mutating func field<Kind>(_ number: UInt8, _ value: inout [Identifier<Kind>]?) {
    let found = texts(number, value?.map(\.rawValue))
    if !Self.keepsValues { value = found.map { $0.map { Identifier<Kind>($0) } } }
  }

  mutating func field<Value: RawRepresentable<String>>(
    _ number: UInt8, _ value: inout Value?
  ) {
    let found = text(number, value?.rawValue)
    if !Self.keepsValues { value = found.flatMap(Value.init(rawValue:)) }
  }

  mutating func field(_ number: UInt8, _ value: inout BillingPeriod?) {
    let found = text(number, value?.description)
    if !Self.keepsValues { value = found.flatMap { BillingPeriod(iso8601: $0) } }
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout Value?) {
    let found = group(number, value)
    if !Self.keepsValues { value = found }
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout [Value]) {
    let found = groups(number, value)
    if !Self.keepsValues { value = found }
  }

  /// Passes a list that may be missing; an empty one is left out.
  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout [Value]?) {
    let found = groups(number, value ?? [])
    if !Self.keepsValues { value = found.isEmpty ? nil : found }
  }

  // MARK: Fields whose values a newer build may know more of

  mutating func field<Value: RawRepresentable<String>>(
    _ number: UInt8, _ value: inout Value?, named name: String
  ) {
    let found = text(number, value?.rawValue)
    if Self.keepsValues { return }
    value = found.flatMap(Value.init(rawValue:))
    if value == nil, let found { note(unread: found, of: name) }
  }

  mutating func field(_ number: UInt8, _ value: inout BillingPeriod?, named name: String) {
    let found = text(number, value?.description)
    if Self.keepsValues { return }
    value = found.flatMap { BillingPeriod(iso8601: $0) }
    if value == nil, let found { note(unread: found, of: name) }
  }

  /// Passes a value that is always there; one that this build does not know is read as another.
  mutating func field<Value: RawRepresentable<String>>(
    _ number: UInt8, _ value: inout Value, named name: String,
    or substitute: @autoclosure () -> Value
  ) {
    let found = text(number, value.rawValue)
    if Self.keepsValues { return }
    guard let found else { return missing(number) }
    if let known = Value(rawValue: found) {
      value = known
    } else {
      value = substitute()
      note(unread: found, of: name)
    }
  }

  // MARK: Fields that are always there

  mutating func field(_ number: UInt8, _ value: inout String) {
    let found = text(number, value)
    if !Self.keepsValues { value = found ?? "" }
  }

  mutating func field(_ number: UInt8, _ value: inout Int) {
    value = integer(number, Int64(value)).flatMap { Int(exactly: $0) } ?? 0
  }

  mutating func field(_ number: UInt8, _ value: inout Bool) {
    value = integer(number, value ? 1 : 0) == 1
  }

  mutating func field(_ number: UInt8, _ value: inout Timestamp) {
    if let found = integer(number, value.milliseconds) {
      value = Timestamp(milliseconds: found)
    } else {
      missing(number)
    }
  }

  mutating func field<Kind>(_ number: UInt8, _ value: inout Identifier<Kind>) {
    let found = text(number, value.rawValue)
    if Self.keepsValues { return }
    if let found { value = Identifier(found) } else { missing(number) }
  }

  mutating func field<Value: RawRepresentable<String>>(_ number: UInt8, _ value: inout Value) {
    let found = text(number, value.rawValue)
    if Self.keepsValues { return }
    if let found = found.flatMap(Value.init(rawValue:)) { value = found } else { missing(number) }
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout Value) {
    let found = group(number, value)
    if Self.keepsValues { return }
    if let found { value = found } else { missing(number) }
  }
}
