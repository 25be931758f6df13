import SubscriptionCore

/// Something that goes through the fields of a value in the order of their numbers.
///
/// A type lists its fields once, in ``Fields/visit(_:)``; ``FieldWriter`` and ``FieldReader`` both
/// walk that list, so that what is written and what is read cannot drift apart. Each primitive is
/// given the present value and answers the one to keep: the writer the same, the reader the one
/// it found.
protocol FieldVisitor {
  /// Passes a number.
  mutating func integer(_ number: UInt8, _ value: Int64?) -> Int64?
  /// Passes a text.
  mutating func text(_ number: UInt8, _ value: String?) -> String?
  /// Passes a list of texts.
  mutating func texts(_ number: UInt8, _ value: [String]?) -> [String]?
  /// Passes a value with fields of its own.
  mutating func group<Group: Fields>(_ number: UInt8, _ value: Group?) -> Group?
  /// Passes a list of values with fields of their own.
  mutating func groups<Group: Fields>(_ number: UInt8, _ value: [Group]) -> [Group]
  /// Says that a field without which the value makes no sense is missing.
  mutating func missing(_ number: UInt8)
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
  mutating func field(_ number: UInt8, _ value: inout String?) { value = text(number, value) }

  mutating func field(_ number: UInt8, _ value: inout [String]?) { value = texts(number, value) }

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
    value = text(number, value?.rawValue).map { Identifier<Kind>($0) }
  }

  mutating func field<Value: RawRepresentable<String>>(
    _ number: UInt8, _ value: inout Value?
  ) {
    value = text(number, value?.rawValue).flatMap(Value.init(rawValue:))
  }

  mutating func field(_ number: UInt8, _ value: inout BillingPeriod?) {
    value = text(number, value?.description).flatMap { BillingPeriod(iso8601: $0) }
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout Value?) {
    value = group(number, value)
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout [Value]) {
    value = groups(number, value)
  }

  // MARK: Fields that are always there

  mutating func field(_ number: UInt8, _ value: inout String) {
    value = text(number, value) ?? ""
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
    if let found = text(number, value.rawValue) {
      value = Identifier(found)
    } else {
      missing(number)
    }
  }

  mutating func field<Value: RawRepresentable<String>>(_ number: UInt8, _ value: inout Value) {
    if let found = text(number, value.rawValue).flatMap(Value.init(rawValue:)) {
      value = found
    } else {
      missing(number)
    }
  }

  mutating func field<Value: Fields>(_ number: UInt8, _ value: inout Value) {
    if let found = group(number, value) { value = found } else { missing(number) }
  }
}
