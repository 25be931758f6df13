/// A filter in its simplest terms, which are evaluated in memory and in SQL alike.
///
/// The rules:
/// - Two-valued: every test of a missing value is false, so its negation is true. An empty text
///   counts as missing.
/// - Texts are compared byte for byte (UTF-8) after ``Filter/foldCase(_:)`` on both sides; the
///   predicate's own texts are folded already.
/// - A field of several texts satisfies a test if one of them does, and is missing if there are
///   none.
/// - Terms of a billing episode, an end or a refund are about one and the same if they stand side
///   by side (<doc:Fields#Terms-about-a-billing-episode>).
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
  /// The field has a value.
  case present(SubscriberField)
  /// A text equals the folded text.
  case equals(SubscriberField, String)
  /// A text contains the folded text.
  case contains(SubscriberField, String)
  /// The pattern is found in a text.
  case matches(SubscriberField, FilterPattern)
  /// A number is the bound or greater.
  case atLeast(SubscriberField, Int64)
  /// A number is smaller than the bound.
  case below(SubscriberField, Int64)
  /// One of the parts of a kind matches, by terms of such parts alone.
  case part(FilterPart, FilterPredicate)

  /// Returns whether a row satisfies the predicate.
  public func matches(_ row: some FilterSubject) -> Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy { $0.matches(row) }
    case .or(let parts): parts.contains { $0.matches(row) }
    case .not(let inner): !inner.matches(row)
    case .present(let field): row.value(of: field).isPresent
    case .equals(let field, let text):
      row.value(of: field).contains { FoldedText.isEqual($0, folded: text) }
    case .contains(let field, let text):
      row.value(of: field).contains { FoldedText.contains($0, folded: text) }
    case .matches(let field, let pattern): row.value(of: field).contains(where: pattern.matches)
    case .atLeast(let field, let bound): row.value(of: field).number.map { $0 >= bound } ?? false
    case .below(let field, let bound): row.value(of: field).number.map { $0 < bound } ?? false
    case .part(let part, let inner): row.counted(part).contains { inner.matches($0) }
    }
  }
}

extension FilterPredicate {
  /// The fields that the predicate tests.
  public var fields: Set<SubscriberField> {
    switch self {
    case .always: []
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
    case .not(let inner), .part(_, let inner): inner.fields
    case .present(let field), .equals(let field, _), .contains(let field, _),
      .matches(let field, _), .atLeast(let field, _), .below(let field, _):
      [field]
    }
  }
}

extension Filter {
  /// Returns the filter in its simplest terms, with relative times counted from an instant.
  ///
  /// - Complexity: O(*n*) for *n* terms.
  public func lowered(at now: Timestamp) -> FilterPredicate {
    hasParts ? terms(at: now).aboutParts : terms(at: now)
  }

  /// Returns the filter in its simplest terms, those of parts as they stand.
  func terms(at now: Timestamp) -> FilterPredicate {
    switch self {
    case .all: .always
    case .and(let parts): .and(parts.map { $0.terms(at: now) })
    case .or(let parts): .or(parts.map { $0.terms(at: now) })
    case .not(let inner): .not(inner.terms(at: now))
    case .field(let field, let test): field.lowered(test, at: now)
    case .text(let text): .or(SubscriberField.searched.map { .contains($0, Filter.foldCase(text)) })
    case .pattern(let pattern): .or(SubscriberField.searched.map { .matches($0, pattern) })
    }
  }
}

extension SubscriberField {
  /// The field whose presence represents that of the field: an open episode has lasted, too.
  private var presenceField: SubscriberField { self == .lasted ? .failedAt : self }

  /// Returns one test of the field in simplest terms.
  func lowered(_ test: FilterTest, at now: Timestamp) -> FilterPredicate {
    switch test {
    case .any(let values):
      values.count == 1
        ? loweredValue(values[0], at: now) : .or(values.map { loweredValue($0, at: now) })
    case .contains(let texts):
      texts.count == 1
        ? .contains(self, Filter.foldCase(texts[0]))
        : .or(texts.map { .contains(self, Filter.foldCase($0)) })
    case .matches(let pattern): .matches(self, pattern)
    case .compare(let comparison, let value): loweredComparison(comparison, value, at: now)
    }
  }

  private func loweredValue(_ value: FilterValue, at now: Timestamp) -> FilterPredicate {
    switch value {
    case .text(let text): .equals(self, Filter.foldCase(text))
    case .choice(let name): .equals(choiceField, Filter.foldCase(name))
    case .absent: .not(.present(presenceField))
    case .present: .present(presenceField)
    case .number, .money, .duration, .day, .dayFromNow, .instant:
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
    case .dayFromNow(let days):
      return loweredComparison(comparison, .day(CivilDate(now + .days(days))), at: now)
    case .duration(let milliseconds):
      if self == .lasted {
        // An open episode has lasted from its failure until now.
        let failedAt = (now - .milliseconds(milliseconds)).milliseconds
        return .or([
          bounded(comparison, from: milliseconds, to: milliseconds),
          .and([
            .equals(.outcome, BillingEpisode.Outcome.open.rawValue),
            SubscriberField.failedAt.bounded(comparison.reversed, from: failedAt, to: failedAt),
          ]),
        ])
      }
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
    case .less: .below(self, low)
    case .atMost: .below(self, above)
    case .greater: .atLeast(self, above)
    case .atLeast: .atLeast(self, low)
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
