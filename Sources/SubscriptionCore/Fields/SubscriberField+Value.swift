extension SubscriberField {
  /// The value that a row has in a field.
  public enum Value: Hashable, Sendable {
    /// One text; `nil` or empty if it is missing.
    case text(String?)
    /// One of the field's choices; `nil` if it is missing.
    case choice(Choice?)
    /// Several texts; missing if there are none.
    case texts([String])
    /// `yes` or `no`; `nil` if it is missing.
    case truth(Bool?)
    /// A whole number; `nil` if it is missing.
    case number(Int64?)
    /// An amount; `nil` if it is missing.
    case money(Money?)
    /// An instant; `nil` if it is missing.
    case instant(Timestamp?)
  }

  /// One of the choices of a field.
  public struct Choice: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The place among the choices.
    public let code: Int
  }

  /// The value of the field in a row without one.
  public var missing: Value { definition.type.missing }
}

extension SubscriberField.ValueType {
  /// The value that is missing.
  var missing: SubscriberField.Value {
    switch self {
    case .identifier, .text: .text(nil)
    case .choice: .choice(nil)
    case .texts, .choices: .texts([])
    case .truth: .truth(nil)
    case .number, .length: .number(nil)
    case .money: .money(nil)
    case .deadline, .age: .instant(nil)
    }
  }
}

extension SubscriberField.Value {
  /// The texts that filters compare; none for a number.
  public var texts: [String] {
    switch self {
    case .text(let text): text.map { $0.isEmpty ? [] : [$0] } ?? []
    case .texts(let texts): texts.filter { !$0.isEmpty }
    case .choice(let choice): choice.map { [$0.name] } ?? []
    case .truth(let truth): truth.map { [$0 ? "yes" : "no"] } ?? []
    case .number, .money, .instant: []
    }
  }

  /// The whole number that filters compare: millionths of money, milliseconds since 1970 of an
  /// instant; `nil` if it is missing or a text.
  public var number: Int64? {
    switch self {
    case .number(let number): number
    case .money(let money): money?.micros
    case .instant(let instant): instant?.milliseconds
    case .text, .texts, .choice, .truth: nil
    }
  }

  /// A Boolean value that indicates whether there is a value.
  var isPresent: Bool { number != nil || contains { _ in true } }

  /// Returns whether a text that is not empty satisfies a test.
  func contains(where test: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): text.map { !$0.isEmpty && test($0) } ?? false
    case .texts(let texts): texts.contains { !$0.isEmpty && test($0) }
    case .choice(let choice): choice.map { test($0.name) } ?? false
    case .truth(let truth): truth.map { test($0 ? "yes" : "no") } ?? false
    case .number, .money, .instant: false
    }
  }
}

extension SubscriberField.Value {
  /// Creates the value of a field whose choices are the cases of an enumeration.
  static func choice(_ value: (some NumberedChoice)?) -> Self {
    .choice(value.map { SubscriberField.Choice(name: $0.rawValue, code: $0.place) })
  }
}

/// An enumeration whose cases are the choices of a field.
protocol NumberedChoice: RawRepresentable<String>, CaseIterable, Hashable {
  /// The places of the cases among all cases.
  static var places: [Self: Int] { get }
}

extension NumberedChoice {
  /// The place of the case among the choices.
  var place: Int { Self.places[self, default: 0] }

  /// Returns the places of the cases, to be computed once for each enumeration.
  static func enumerated() -> [Self: Int] {
    Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
  }
}

extension SubscriptionState: NumberedChoice { static let places = enumerated() }
extension Store: NumberedChoice {
  static let places = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.code) })
}
extension StoreEnvironment: NumberedChoice { static let places = enumerated() }
extension ChurnCause: NumberedChoice { static let places = enumerated() }
extension EndReason: NumberedChoice { static let places = enumerated() }
extension WithheldReason: NumberedChoice { static let places = enumerated() }

/// A value that filters can be evaluated on.
public protocol FilterSubject {
  /// Returns its value in a field, of the field's type, and missing if it is unknown.
  func value(of field: SubscriberField) -> SubscriberField.Value

  /// Returns the parts that terms of parts are about.
  func counted(_ part: FilterPart) -> [any FilterSubject]
}

extension FilterSubject {
  /// Returns no parts.
  public func counted(_ part: FilterPart) -> [any FilterSubject] { [] }

  /// Returns its values in a field: its own, or one of each part that has the field.
  public func values(of field: SubscriberField) -> [SubscriberField.Value] {
    guard let part = field.part else { return [value(of: field)] }
    return counted(part).map { $0.value(of: field) }
  }
}

extension SubscriberSummary: FilterSubject {
  /// Returns the row's value in a field.
  public func value(of field: SubscriberField) -> SubscriberField.Value { field.read(self) }

  /// Returns the parts of production.
  public func counted(_ part: FilterPart) -> [any FilterSubject] {
    switch part {
    case .episode: countedEpisodes
    case .end: countedEnds
    case .refund: countedRefunds
    }
  }
}

/// The texts by which a plan is found.
public enum PlanTexts {
  /// The text that finds subscribers with an unproven plan.
  public static let unknown = "unknown"

  /// Returns the product, the billing period as ISO 8601, and its name.
  static func all(product: ProductID, plan: BillingPeriod?) -> [String] {
    let names =
      switch plan {
      case BillingPeriod.weekly: ["P1W", "weekly"]
      case BillingPeriod.monthly: ["P1M", "monthly"]
      case BillingPeriod(3, .month): ["P3M", "quarterly"]
      case BillingPeriod.yearly: ["P1Y", "yearly"]
      case BillingPeriod(12, .month): ["P12M", "yearly"]
      case let plan?: [plan.description]
      case nil: [unknown]
      }
    return product.rawValue.isEmpty ? names : [product.rawValue] + names
  }
}
