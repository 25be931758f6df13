#if Postgres
  import LedgerRows
  import SubscriptionCore

  extension FilterPredicate {
    /// The predicate over the columns of `subscribers`.
    ///
    /// Every test of a missing value is false, as in memory. Patterns are not in SQL: a condition
    /// with one holds for more rows (``SQLCondition/isExact``).
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
      case .episode(let inner): inner.episodeExists
      }
    }

    private var episodeExists: SQLCondition {
      let inner = episodeCondition
      guard inner.isExact else { return .inexact }
      return SQLCondition(
        "(key IS NOT NULL AND key IN (SELECT e.subscription FROM episodes e WHERE \(inner.sql)))",
        inner.values)
    }

    /// The terms that an episode of every match satisfies; `nil` where there are none.
    var someEpisode: FilterPredicate? {
      switch self {
      case .episode(let inner): inner
      case .and(let parts): parts.lazy.compactMap(\.someEpisode).first
      case .always, .or, .not, .present, .equals, .contains, .matches, .atLeast, .below: nil
      }
    }
  }

  extension SubscriberField {
    fileprivate var isPresent: SQLCondition {
      switch RowColumns.form(of: self) {
      case .folded(let column), .list(let column), .choice(let column, _), .number(let column, _):
        SQLCondition("\(column) IS NOT NULL")
      case .plain(let column, _, _): SQLCondition("coalesce(\(column), '') <> ''")
      case .bits(let column, _): SQLCondition("coalesce(\(column), 0) <> 0")
      case nil: .inexact
      }
    }

    fileprivate func equals(_ text: String) -> SQLCondition {
      // An empty text is missing, and equals nothing.
      guard !text.isEmpty else { return .never }
      switch RowColumns.form(of: self) {
      case .folded(let column):
        return SQLCondition("(\(column) IS NOT NULL AND \(column) = ?)", [.text(text)])
      case .plain(let column, let folded, _):
        return SQLCondition(
          "(\(column) IS NOT NULL AND coalesce(\(folded), \(column)) = ?)", [.text(text)])
      case .list(let column):
        let wanted = StoredText.list([text]) ?? ""
        return SQLCondition(
          "(\(column) IS NOT NULL AND strpos(\(column), ?) > 0)", [.storedText(wanted)])
      case .choice, .bits: return choices { $0.utf8.elementsEqual(text.utf8) }
      case .number: return .never
      case nil: return .inexact
      }
    }

    fileprivate func contains(_ text: String) -> SQLCondition {
      switch RowColumns.form(of: self) {
      case .folded(let column), .list(let column):
        return SQLCondition(
          "(\(column) IS NOT NULL AND strpos(\(column), ?) > 0)", [.text(text)])
      case .plain(let column, let folded, _):
        return SQLCondition(
          "(coalesce(\(column), '') <> '' AND strpos(coalesce(\(folded), \(column)), ?) > 0)",
          [.text(text)])
      case .choice, .bits:
        return choices { FilterPredicate.contains(.name, text).matches(ChoiceText(text: $0)) }
      case .number: return .never
      case nil: return .inexact
      }
    }

    fileprivate func matches(_ pattern: FilterPattern) -> SQLCondition {
      switch RowColumns.form(of: self) {
      case .choice, .bits: choices(where: pattern.matches)
      case .number: .never
      case .folded, .plain, .list, nil: .inexact
      }
    }

    fileprivate func compares(_ sign: String, _ bound: Int64) -> SQLCondition {
      switch RowColumns.form(of: self) {
      case .number(let column, _):
        SQLCondition("(\(column) IS NOT NULL AND \(column) \(sign) ?)", [.integer(bound)])
      case nil: .inexact
      case .folded, .plain, .list, .choice, .bits: .never
      }
    }

    /// The rows with one of the choices for which a test of the folded choice holds.
    private func choices(where test: (String) -> Bool) -> SQLCondition {
      switch RowColumns.form(of: self) {
      case .choice(let column, let names):
        let codes = names.indices.filter { test(Filter.foldCase(names[$0])) }
        guard !codes.isEmpty else { return .never }
        let list = codes.map(String.init).joined(separator: ",")
        return SQLCondition("(\(column) IS NOT NULL AND \(column) IN (\(list)))")
      case .bits(let column, let names):
        let mask = names.indices.filter { test(Filter.foldCase(names[$0])) }
          .reduce(Int64(0)) { $0 | 1 << Int64($1) }
        return SQLCondition("coalesce(\(column) & ?, 0) <> 0", [.integer(mask)])
      case .folded, .plain, .list, .number, nil: return .never
      }
    }

    private struct ChoiceText: FilterSubject {
      var text: String
      func value(of field: SubscriberField) -> SubscriberField.Value { .text(text) }
    }
  }
#endif
