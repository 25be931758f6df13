import SubscriptionCore

extension SQLCondition {
  /// The condition that a predicate holds, over the columns of `subscribers`.
  ///
  /// Every test of a missing value is false, as in memory: a test for NULL accompanies everything
  /// that has none in it.
  public init(_ predicate: FilterPredicate) {
    self =
      switch predicate {
      case .always: .always
      case .and(let parts): .all(parts.map { SQLCondition($0) })
      case .or(let parts): .any(parts.map { SQLCondition($0) })
      case .not(let inner): SQLCondition(inner).negated
      case .part(let part, let inner):
        .isSubscriber(of: .parts("e.subscription", of: part, where: inner))
      case .present(let field), .equals(let field, _), .contains(let field, _),
        .matches(let field, _), .atLeast(let field, _), .below(let field, _):
        RowColumns.form(of: field).map { $0.condition(predicate) } ?? Dialect.ofEvent(predicate)
      }
  }

  private static func isSubscriber(of parts: SQLCondition) -> SQLCondition {
    guard parts.isExact else { return .inexact }
    return SQLCondition("(key IS NOT NULL AND key IN (\(parts.sql)))", parts.values)
  }
}

extension FilterPredicate {
  /// The terms that a part of every match satisfies; `nil` where there are none.
  public var somePart: (part: FilterPart, terms: FilterPredicate)? {
    switch self {
    case .part(let part, let inner): (part, inner)
    case .and(let parts): parts.lazy.compactMap(\.somePart).first
    case .always, .or, .not, .present, .equals, .contains, .matches, .atLeast, .below: nil
    }
  }

  /// The states that alone can match; `nil` where any can.
  public var states: Set<SubscriptionState>? {
    switch self {
    case .equals(.state, let name):
      Set(SubscriptionState.allCases.filter { Filter.foldCase($0.rawValue) == name })
    case .and(let parts):
      parts.compactMap(\.states).reduce(nil) { all, states in
        all?.intersection(states) ?? states
      }
    case .or(let parts):
      parts.reduce([]) { all, part in
        part.states.flatMap { states in all?.union(states) }
      }
    case .always, .not, .present, .equals, .contains, .matches, .atLeast, .below, .part: nil
    }
  }

  /// A Boolean value that indicates whether every subscriber in one of the ``states`` matches.
  public var isOfStatesAlone: Bool {
    switch self {
    case .always, .equals(.state, _): true
    case .or(let parts): parts.allSatisfy { $0.isOfStatesAlone }
    case .and, .not, .present, .equals, .contains, .matches, .atLeast, .below, .part: false
    }
  }
}

extension SubscriberField {
  /// Returns whether a row that matches a predicate may have a value, or may have none.
  public func mayBe(present: Bool, in predicate: FilterPredicate) -> Bool {
    guard present else { return !definition.isAlwaysPresent && !predicate.needsValue(of: self) }
    return predicate.states.map { !$0.isDisjoint(with: definition.states) } ?? true
  }
}

extension FilterPredicate {
  /// Returns whether a row without a value in a field matches in no case; `false` where unsure.
  fileprivate func needsValue(of field: SubscriberField) -> Bool {
    switch self {
    // Every other verdict has an instant.
    case .equals(.verdict, let word) where field == .dueAt: word != "withheld"
    case .present(let own), .equals(let own, _), .contains(let own, _), .matches(let own, _),
      .atLeast(let own, _), .below(let own, _):
      own == field
    case .and(let parts): parts.contains { $0.needsValue(of: field) }
    case .or(let parts): parts.allSatisfy { $0.needsValue(of: field) }
    case .always, .not, .part: false
    }
  }
}

extension StoredForm {
  /// The condition that one test holds for the stored value.
  fileprivate func condition<Dialect>(_ test: FilterPredicate) -> SQLCondition<Dialect> {
    switch test {
    case .present: isPresent()
    // An empty text is missing, and equals nothing.
    case .equals(_, let text): text.isEmpty ? .never : equals(text, test)
    case .contains(_, let text): contains(text, test)
    case .matches(_, let pattern): matches(pattern, test)
    case .atLeast(_, let bound): compares(">=", bound)
    case .below(_, let bound): compares("<", bound)
    case .always, .and, .or, .not, .part: .never
    }
  }

  private func isPresent<Dialect>() -> SQLCondition<Dialect> {
    switch self {
    case .folded(let column), .list(let column), .choice(let column, _), .number(let column, _):
      SQLCondition("\(column) IS NOT NULL")
    case .plain(let column, _, _): SQLCondition("coalesce(\(column), '') <> ''")
    case .bits(let column, _): SQLCondition("coalesce(\(column), 0) <> 0")
    }
  }

  private func equals<Dialect>(
    _ text: String, _ test: FilterPredicate
  ) -> SQLCondition<Dialect> {
    switch self {
    case .folded(let column): .equality("\(column)", Dialect.value(text))
    case .plain(let column, let folded, _):
      .any([
        .equality("\(folded)", Dialect.value(text)),
        .all([
          SQLCondition("\(folded) IS NULL"), .equality("\(column)", Dialect.value(text)),
        ]),
      ])
    case .list(let column): .found(test, in: "\(column)")
    case .choice, .bits: choices { $0.utf8.elementsEqual(text.utf8) }
    case .number: .never
    }
  }

  private func contains<Dialect>(
    _ text: String, _ test: FilterPredicate
  ) -> SQLCondition<Dialect> {
    switch self {
    case .folded(let column):
      SQLCondition(
        "(\(column) IS NOT NULL AND \(Dialect.placeFunction)(\(column), ?) > 0)",
        [Dialect.value(text)])
    case .plain(let column, let folded, _):
      .all([
        isPresent(),
        SQLCondition(
          "\(Dialect.placeFunction)(coalesce(\(folded), \(column)), ?) > 0",
          [Dialect.value(text)]),
      ])
    case .list(let column): .found(test, in: "\(column)")
    case .choice, .bits: choices { Filter.contains($0, folded: text) }
    case .number: .never
    }
  }

  private func matches<Dialect>(
    _ pattern: FilterPattern, _ test: FilterPredicate
  ) -> SQLCondition<Dialect> {
    switch self {
    case .folded(let column), .list(let column): .found(test, in: "\(column)")
    case .plain(let column, _, _): .all([isPresent(), Dialect.find(test, in: "\(column)")])
    case .choice, .bits: choices(where: pattern.matches)
    case .number: .never
    }
  }

  private func compares<Dialect>(_ sign: String, _ bound: Int64) -> SQLCondition<Dialect> {
    guard case .number(let column, _) = self else { return .never }
    return SQLCondition(
      "(\(column) IS NOT NULL AND \(column) \(sign) ?)", [Dialect.value(bound)])
  }

  /// The rows with one of the choices for which a test of the folded choice holds.
  private func choices<Dialect>(where test: (String) -> Bool) -> SQLCondition<Dialect> {
    switch self {
    case .choice(let column, let names):
      let codes = names.indices.filter { test(Filter.foldCase(names[$0])) }
      if codes.count == 1 { return .equality("\(column)", Dialect.value(Int64(codes[0]))) }
      guard !codes.isEmpty else { return .never }
      let list = codes.map(String.init).joined(separator: ",")
      return SQLCondition("(\(column) IS NOT NULL AND \(column) IN (\(list)))")
    case .bits(let column, let names):
      let mask = names.indices.filter { test(Filter.foldCase(names[$0])) }
        .reduce(Int64(0)) { $0 | 1 << Int64($1) }
      return SQLCondition("coalesce(\(column) & ?, 0) <> 0", [Dialect.value(mask)])
    case .folded, .plain, .list, .number: return .never
    }
  }
}

extension SQLCondition {
  /// The condition that an expression equals a value.
  static func equality(_ expression: String, _ value: Dialect.Value) -> SQLCondition {
    SQLCondition(Dialect.equality(expression), [value])
  }

  /// The condition that a test holds for one of the texts in a column that may be NULL.
  static func found(_ test: FilterPredicate, in column: String) -> SQLCondition {
    .all([SQLCondition("\(column) IS NOT NULL"), Dialect.find(test, in: column)])
  }
}
