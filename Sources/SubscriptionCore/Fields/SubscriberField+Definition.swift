extension SubscriberField {
  /// The forms of value that a field can have.
  public enum ValueType: Hashable, Sendable {
    /// A text that is ordered and looked up as written, and searched without regard to case.
    case identifier
    /// A text.
    case text
    /// Several texts.
    case texts
    /// `yes` or `no`.
    case truth
    /// One of the field's choices.
    case choice
    /// Any of the field's choices.
    case choices
    /// A whole number.
    case number
    /// An amount of money; amounts are compared within one currency only.
    case money
    /// An instant that filters measure from now until it.
    case deadline
    /// An instant that filters measure from it until now.
    case age
    /// A length of time, in milliseconds.
    case length
  }

  /// The definition of a field.
  public struct Definition: Sendable {
    /// The form of its value.
    public let type: ValueType
    /// The name in filters, orders and lists; `nil` for a field that filters do not have.
    public let filterName: String?
    /// Other names in filters.
    public let aliases: [String]
    /// The values that the field can have; empty if any text, number or time is valid.
    public let choices: [FilterChoice]
    /// A Boolean value that indicates whether every row has a value.
    public let isAlwaysPresent: Bool
    /// The states outside which no row has a value; every state for most fields.
    public let states: Set<SubscriptionState>
    /// A Boolean value that indicates whether an event has it rather than a subscriber.
    public let isOfEvent: Bool
    /// The part of a subscriber's past that has it rather than the subscriber; `nil` for none.
    public let part: FilterPart?
    /// A Boolean value that indicates whether its values name an account, a purchase or a person.
    public let namesPerson: Bool
    /// The keys that lead to it in the JSON of a subscriber, joined by dots.
    public let json: String?
    /// The title of the order of lists by the field; `nil` without one.
    public let sort: String?
    /// The description of the column that lists on screen have for the field; `nil` without one.
    public let column: String?
    /// The name of that column.
    public let heading: String?
    /// One sentence about the field.
    public let help: String
    /// A function that returns a row's value in the field.
    public let read: @Sendable (SubscriberSummary) -> Value

    /// Defines a field; one that rows do not have needs no function.
    init(
      _ type: ValueType, _ filterName: String? = nil, aliases: [String] = [],
      choices: [FilterChoice] = [], isAlwaysPresent: Bool = false,
      in mayHave: (SubscriptionState) -> Bool = { _ in true }, isOfEvent: Bool = false,
      of part: FilterPart? = nil, namesPerson: Bool = false, json: String? = nil,
      sort: String? = nil, column: String? = nil, heading: String? = nil, help: String,
      read: (@Sendable (SubscriberSummary) -> Value)? = nil
    ) {
      self.type = type
      self.filterName = filterName
      self.aliases = aliases
      self.choices = type == .truth ? .yesNo : choices
      self.isAlwaysPresent = isAlwaysPresent
      states = Set(SubscriptionState.allCases.filter(mayHave))
      self.isOfEvent = isOfEvent
      self.part = part
      self.namesPerson = namesPerson
      self.json = json
      self.sort = sort
      self.column = column
      self.heading = heading ?? filterName
      self.help = help
      self.read = read ?? { _ in type.missing }
    }
  }

  /// The field's definition.
  public var definition: Definition { Self.table[Int(rawValue)] }

  /// Returns the value that a row has in the field.
  func read(_ row: SubscriberSummary) -> Value { Self.table[Int(rawValue)].read(row) }

  private static let table = allCases.map(\.entry)
}

// MARK: In filters

extension SubscriberField {
  /// The fields with a name in filters.
  public static let filterable = allCases.filter { $0.definition.filterName != nil }

  /// The fields that bare words and bare patterns search.
  public static let searched: [SubscriberField] = [.id, .account, .name, .email, .product]

  /// Returns the field with a name or another name in filters, without regard to case.
  public init?(named name: String) {
    guard let field = Self.named[Filter.foldCase(name)] else { return nil }
    self = field
  }

  private static let named: [String: SubscriberField] = filterable.reduce(into: [:]) {
    names, field in
    for name in [field.name] + field.aliases { names[name] = field }
  }

  /// The name in filters; the field's own name if filters have none.
  public var name: String { definition.filterName ?? "\(self)" }

  /// Other names in filters.
  public var aliases: [String] { definition.aliases }

  /// One sentence about the field, for help and completion.
  public var help: String { definition.help }

  /// The values that the field can have; empty if any text, number or time is valid.
  public var choices: [FilterChoice] { definition.choices }

  /// A Boolean value that indicates whether an event has the field rather than a subscriber.
  public var isOfEvent: Bool { definition.isOfEvent }

  /// The part of a subscriber's past that has the field rather than the subscriber; `nil` for none.
  public var part: FilterPart? { definition.part }

  /// A Boolean value that indicates whether its values name an account, a purchase or a person.
  public var namesPerson: Bool { definition.namesPerson }

  /// The kinds of value that a filter accepts for a field, with their operators.
  public enum Kind: Hashable, Sendable {
    /// A text: `:`, `:~` and `:/…/`.
    case text
    /// One of the field's choices: `:`.
    case choice
    /// A number: `:` and comparisons.
    case number
    /// An instant, or a length of time from now until it.
    case deadline
    /// An instant, or a length of time from it until now.
    case age
    /// A length of time: comparisons.
    case length
  }

  /// The kind of value that a filter accepts for the field.
  public var kind: Kind {
    switch definition.type {
    case .identifier, .text, .texts: .text
    case .truth, .choice, .choices: .choice
    case .number, .money: .number
    case .deadline: .deadline
    case .age: .age
    case .length: .length
    }
  }

  /// The field with which the field's choices are compared.
  var choiceField: SubscriberField {
    switch self {
    case .dueAt: .verdict
    case .eventName: .typeAlias
    case _: self
    }
  }

  /// A Boolean value that indicates whether it is an amount of money.
  var isMoney: Bool { definition.type == .money }

  /// The number of millionths in one of the whole numbers that the field is compared as.
  var numberUnit: Int64 { isMoney ? 1 : 1_000_000 }
}
