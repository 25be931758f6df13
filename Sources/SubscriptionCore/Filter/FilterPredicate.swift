/// A filter in its simplest terms, which are evaluated in memory and in SQL alike.
///
/// The rules:
/// - Two-valued: every test of a missing value is false, so its negation is true. An empty text
///   counts as missing.
/// - Texts are compared byte for byte (UTF-8) after ``Filter/foldCase(_:)`` on both sides; the
///   predicate's own texts are folded already.
/// - A column of several texts satisfies a test if one of them does, and is missing if there are
///   none.
/// - Numbers and instants are whole 64-bit numbers. Relative times are instants, computed with the
///   `now` of ``Filter/lowered(at:)``.
public indirect enum FilterPredicate: Hashable, Sendable {
  /// Matches every row.
  case always
  /// All of them match; true if there are none.
  case and([FilterPredicate])
  /// One of them matches; false if there are none.
  case or([FilterPredicate])
  /// The other does not match.
  case not(FilterPredicate)
  /// The column has a value.
  case present(FilterColumn)
  /// A text equals the folded text.
  case equals(FilterColumn, String)
  /// A text contains the folded text.
  case contains(FilterColumn, String)
  /// The pattern is found in a text.
  case matches(FilterColumn, FilterPattern)
  /// A number is the bound or greater.
  case atLeast(FilterColumn, Int64)
  /// A number is smaller than the bound.
  case below(FilterColumn, Int64)

  /// Returns whether a row satisfies the predicate.
  public func matches(_ row: some FilterSubject) -> Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy { $0.matches(row) }
    case .or(let parts): parts.contains { $0.matches(row) }
    case .not(let inner): !inner.matches(row)
    case .present(let column): row.value(of: column).isPresent
    case .equals(let column, let text):
      row.value(of: column).anyText { FoldedText.isEqual($0, folded: text) }
    case .contains(let column, let text):
      row.value(of: column).anyText { FoldedText.contains($0, folded: text) }
    case .matches(let column, let pattern): row.value(of: column).anyText(pattern.matches)
    case .atLeast(let column, let bound): row.value(of: column).number.map { $0 >= bound } ?? false
    case .below(let column, let bound): row.value(of: column).number.map { $0 < bound } ?? false
    }
  }
}

extension FilterPredicate {
  /// The columns that the predicate tests.
  public var columns: Set<FilterColumn> {
    switch self {
    case .always: []
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.columns) }
    case .not(let inner): inner.columns
    case .present(let column), .equals(let column, _), .contains(let column, _),
      .matches(let column, _), .atLeast(let column, _), .below(let column, _):
      [column]
    }
  }
}

extension FilterColumn.Value {
  /// A Boolean value that indicates whether there is a value.
  fileprivate var isPresent: Bool {
    switch self {
    case .text(let text): !(text ?? "").isEmpty
    case .texts(let texts): texts.contains { !$0.isEmpty }
    case .integer(let number): number != nil
    }
  }

  /// The number; `nil` if it is missing or a text.
  fileprivate var number: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// Returns whether one text that is not empty satisfies a test.
  fileprivate func anyText(_ test: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): text.map { !$0.isEmpty && test($0) } ?? false
    case .texts(let texts): texts.contains { !$0.isEmpty && test($0) }
    case .integer: false
    }
  }
}

extension Filter {
  /// Returns the filter in its simplest terms, with relative times counted from an instant.
  ///
  /// - Complexity: O(*n*) for *n* terms.
  public func lowered(at now: Timestamp) -> FilterPredicate {
    switch self {
    case .all: .always
    case .and(let parts): .and(parts.map { $0.lowered(at: now) })
    case .or(let parts): .or(parts.map { $0.lowered(at: now) })
    case .not(let inner): .not(inner.lowered(at: now))
    case .field(let field, let test): field.lowered(test, at: now)
    case .text(let text): .or(FilterColumn.searched.map { .contains($0, Filter.foldCase(text)) })
    case .pattern(let pattern): .or(FilterColumn.searched.map { .matches($0, pattern) })
    }
  }
}

extension FilterField {
  /// Returns one test of the field in simplest terms.
  func lowered(_ test: FilterTest, at now: Timestamp) -> FilterPredicate {
    switch test {
    case .any(let values):
      values.count == 1
        ? loweredValue(values[0], at: now) : .or(values.map { loweredValue($0, at: now) })
    case .contains(let texts):
      texts.count == 1
        ? .contains(column, Filter.foldCase(texts[0]))
        : .or(texts.map { .contains(column, Filter.foldCase($0)) })
    case .matches(let pattern): .matches(column, pattern)
    case .compare(let comparison, let value): loweredComparison(comparison, value, at: now)
    }
  }

  private func loweredValue(_ value: FilterValue, at now: Timestamp) -> FilterPredicate {
    switch value {
    case .text(let text): .equals(column, Filter.foldCase(text))
    case .choice(let name): .equals(choiceColumn, Filter.foldCase(name))
    case .absent: .not(.present(column))
    case .present: .present(column)
    case .number, .money, .duration, .day, .instant:
      .and([
        loweredComparison(.atLeast, value, at: now), loweredComparison(.atMost, value, at: now),
      ])
    }
  }

  private func loweredComparison(
    _ comparison: FilterComparison, _ value: FilterValue, at now: Timestamp
  ) -> FilterPredicate {
    switch value {
    case .text, .choice, .absent, .present: return .not(.always)
    case .number(let millionths):
      let low = -(-max(millionths, -.max)).quotientFloored(by: numberUnit)
      return bounded(comparison, from: low, to: millionths.quotientFloored(by: numberUnit))
    case .money(let millionths, let currency):
      return .and([
        .equals(.currency, Filter.foldCase(currency)),
        loweredComparison(comparison, .number(millionths: millionths), at: now),
      ])
    case .instant(let instant):
      return bounded(comparison, from: instant.milliseconds, to: instant.milliseconds)
    case .day(let day):
      let start = day.start.milliseconds
      return bounded(comparison, from: start, to: start + 86_399_999)
    case .duration(let milliseconds):
      if kind == .age {
        let instant = (now - .milliseconds(milliseconds)).milliseconds
        return bounded(comparison.reversed, from: instant, to: instant)
      }
      let instant = (now + .milliseconds(milliseconds)).milliseconds
      return bounded(comparison, from: instant, to: instant)
    }
  }

  /// Returns a comparison with a range of numbers: a day is one, and so is a fraction of a whole
  /// number.
  private func bounded(_ comparison: FilterComparison, from low: Int64, to high: Int64)
    -> FilterPredicate
  {
    let above = high == .max ? high : high + 1
    return switch comparison {
    case .less: .below(column, low)
    case .atMost: .below(column, above)
    case .greater: .atLeast(column, above)
    case .atLeast: .atLeast(column, low)
    }
  }
}

extension FilterComparison {
  /// The comparison of ages that corresponds to this comparison of instants.
  var reversed: FilterComparison {
    switch self {
    case .less: .greater
    case .atMost: .atLeast
    case .greater: .less
    case .atLeast: .atMost
    }
  }
}
