import SubscriptionCore

extension FilterPredicate {
  /// The predicate over the columns of `subscribers`.
  ///
  /// Every test of a missing value is false, as in memory: `IS` for equality, and a test for NULL
  /// beside everything else.
  var condition: SQLCondition {
    switch self {
    case .always: .always
    case .and(let parts): .all(parts.map(\.condition))
    case .or(let parts): .any(parts.map(\.condition))
    case .not(let inner): inner.condition.negated
    case .present(let field): field.isPresent
    case .equals(let field, let text): field.equals(text)
    case .contains(let field, let text): field.contains(text)
    case .matches(let field, let pattern): field.matches(pattern)
    case .atLeast(let field, let bound): field.compares(">=", bound)
    case .below(let field, let bound): field.compares("<", bound)
    case .episode(let inner):
      SQLCondition(
        "(key IS NOT NULL AND key IN "
          + "(SELECT e.subscription FROM episodes e WHERE \(inner.episodeCondition.sql)))",
        values: inner.episodeCondition.values)
    }
  }
}

extension SubscriberField {
  fileprivate var isPresent: SQLCondition {
    switch RowColumns.form(of: self) {
    case .folded(let column), .list(let column), .choice(let column, _), .number(let column, _):
      SQLCondition("\(column) IS NOT NULL")
    case .plain(let column, _, _): SQLCondition("ifnull(\(column), '') <> ''")
    case .bits(let column, _): SQLCondition("ifnull(\(column), 0) <> 0")
    case .event(let call): SQLCondition("\(call) IS NOT NULL")
    }
  }

  fileprivate func equals(_ text: String) -> SQLCondition {
    // An empty text is missing, and equals nothing.
    guard !text.isEmpty else { return .never }
    switch RowColumns.form(of: self) {
    case .folded(let column): return SQLCondition("\(column) IS ?", [text])
    case .plain(let column, let folded, _):
      return SQLCondition(
        "(\(folded) IS ? OR (\(folded) IS NULL AND \(column) IS ?))", [text, text])
    case .list(let column):
      return SQLCondition("(\(column) IS NOT NULL AND list_has(\(column), ?))", [text])
    case .choice, .bits:
      return choices { $0.utf8.elementsEqual(text.utf8) }
    case .event(let call):
      if self == .typeAlias, let kinds = EventFunctions.kinds(named: text) {
        return SQLCondition("eventKind IN (\(kinds.map { "'\($0)'" }.joined(separator: ",")))")
      }
      return SQLCondition("list_has(\(call), ?)", [text])
    case .number: return .never
    }
  }

  fileprivate func contains(_ text: String) -> SQLCondition {
    switch RowColumns.form(of: self) {
    case .folded(let column):
      return SQLCondition("(\(column) IS NOT NULL AND instr(\(column), ?) > 0)", [text])
    case .plain(let column, let folded, _):
      return SQLCondition(
        "(ifnull(\(column), '') <> '' AND instr(ifnull(\(folded), \(column)), ?) > 0)", [text])
    case .list(let column):
      return SQLCondition("(\(column) IS NOT NULL AND list_contains(\(column), ?))", [text])
    case .event(let call): return SQLCondition("list_contains(\(call), ?)", [text])
    case .choice, .bits:
      return choices { FilterPredicate.contains(.name, text).matches(ChoiceText(text: $0)) }
    case .number: return .never
    }
  }

  fileprivate func matches(_ pattern: FilterPattern) -> SQLCondition {
    switch RowColumns.form(of: self) {
    case .folded(let column), .list(let column):
      return SQLCondition(
        "(\(column) IS NOT NULL AND pattern_found(?, \(column)))", [pattern.source])
    case .plain(let column, _, _):
      return SQLCondition(
        "(ifnull(\(column), '') <> '' AND pattern_found(?, \(column)))", [pattern.source])
    case .event(let call):
      return SQLCondition("pattern_found(?, \(call))", [pattern.source])
    case .choice, .bits: return choices(where: pattern.matches)
    case .number: return .never
    }
  }

  fileprivate func compares(_ sign: String, _ bound: Int64) -> SQLCondition {
    if case .event(let call) = RowColumns.form(of: self), self == .heardAt {
      return SQLCondition("ifnull(\(call) \(sign) ?, 0)", [bound])
    }
    guard case .number(let column, _) = RowColumns.form(of: self) else { return .never }
    return SQLCondition("(\(column) IS NOT NULL AND \(column) \(sign) ?)", [bound])
  }

  /// The rows with one of the choices for which a test of the folded choice holds.
  private func choices(where test: (String) -> Bool) -> SQLCondition {
    switch RowColumns.form(of: self) {
    case .choice(let column, let names):
      let codes = names.indices.filter { test(Filter.foldCase(names[$0])) }
      if codes.count == 1 { return SQLCondition("\(column) IS ?", [codes[0]]) }
      if codes.isEmpty { return .never }
      return SQLCondition(
        "(\(column) IS NOT NULL AND \(column) IN "
          + "(\(codes.map(String.init).joined(separator: ","))))"
      )
    case .bits(let column, let names):
      let mask = names.indices.filter { test(Filter.foldCase(names[$0])) }
        .reduce(Int64(0)) { $0 | 1 << Int64($1) }
      return SQLCondition("ifnull(\(column) & ?, 0) <> 0", [mask])
    case .folded, .plain, .list, .number, .event: return .never
    }
  }

  private struct ChoiceText: FilterSubject {
    var text: String
    func value(of field: SubscriberField) -> SubscriberField.Value { .text(text) }
  }
}
