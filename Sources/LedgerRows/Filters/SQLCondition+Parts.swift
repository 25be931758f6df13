import EventLedger
import SubscriptionCore

extension SQLCondition {
  /// The condition that a predicate holds, over the columns of a table of parts, as `e`.
  ///
  /// Every test of a missing value is false, as in memory.
  public init(ofParts predicate: FilterPredicate) {
    func test(_ field: SubscriberField, _ comparison: String, _ bound: Int64?) -> SQLCondition {
      PartForm(field).condition(predicate, comparison, bound.map { [Dialect.value($0)] } ?? [])
    }
    self =
      switch predicate {
      case .always: .always
      case .and(let parts): .all(parts.map { SQLCondition(ofParts: $0) })
      case .or(let parts): .any(parts.map { SQLCondition(ofParts: $0) })
      case .not(let inner): SQLCondition(ofParts: inner).negated
      case .part: .never
      case .present(let field): test(field, "IS NOT NULL", nil)
      case .atLeast(let field, let bound): test(field, ">= ?", bound)
      case .below(let field, let bound): test(field, "< ?", bound)
      case .equals(let field, _), .contains(let field, _), .matches(let field, _):
        test(field, "", nil)
      }
  }

  /// The query for a column of the parts of a kind that satisfy a predicate.
  public static func parts(
    _ column: String, of part: FilterPart, where predicate: FilterPredicate
  ) -> SQLCondition {
    var select = SQLCondition.all([SQLCondition(part.condition), SQLCondition(ofParts: predicate)])
    select.sql = "SELECT \(column) FROM \(part.table) e WHERE \(select.sql)"
    return select
  }

  /// The condition that an episode, as `e`, began, lost access or ended at an instant or later;
  /// always for no instant.
  public init(ofEpisodesWithNewsFrom instant: Timestamp?) {
    guard let instant else {
      self = .always
      return
    }
    self.init("\(Dialect.latestNews(in: "e.")) >= ?", [Dialect.value(instant.milliseconds)])
  }

  /// The test of a text, whose letters are of ASCII, in a column of episodes.
  fileprivate init(_ test: FilterPredicate, onText column: String) {
    self =
      switch test {
      case .present: SQLCondition("\(column) IS NOT NULL")
      case .equals(_, let text): .equality("lower(\(column))", Dialect.value(text))
      case .contains(_, let text):
        SQLCondition(
          "(\(column) IS NOT NULL AND \(Dialect.placeFunction)(lower(\(column)), ?) > 0)",
          [Dialect.value(text)])
      case .matches: .found(test, in: column)
      case .always, .and, .or, .not, .atLeast, .below, .part: .never
      }
  }
}

/// The stored form of a field of parts.
private enum PartForm<Dialect: SQLDialect> {
  /// A number in a column that is never NULL.
  case number(String)
  /// A number in an expression that may be NULL, of the episodes with some outcomes.
  case optional(String, of: Set<BillingEpisode.Outcome>)
  /// A text.
  case text(String)
  /// A column with few values, each with a part that has it.
  case coded(String, [(value: Dialect.Value, sample: any FilterSubject)])
  /// Nothing that a part has.
  case none

  /// The form of a field.
  init(_ field: SubscriberField) {
    self =
      switch field {
      case .failedAt: .number("e.failedAt")
      case .recoveredAt: .optional("e.endedAt", of: [.recoveredInGrace, .recoveredInHold])
      case .lostAt: .optional("e.endedAt", of: [.ranOut])
      case .lasted:
        .optional("e.endedAt - e.failedAt", of: Set(BillingEpisode.Outcome.allCases))
      case .prompts: .number("coalesce(length(e.prompts), 0) / \(PackedPrompts.stride)")
      case .failedPlan: .text("e.plan")
      case .outcome, .entered: .classes(of: BillingEpisode.Outcome.allCases)
      case .afterTrial: .firstPayments
      case .churnedAt, .refundedAt: .number("e.at")
      case .churnCause: .ends
      case _: .none
      }
  }

  /// The condition that a test holds; the comparison of a number is empty for a test of a text.
  func condition(
    _ test: FilterPredicate, _ comparison: String, _ values: [Dialect.Value]
  ) -> SQLCondition<Dialect> {
    switch self {
    case .number(let column):
      return comparison.isEmpty ? .never : SQLCondition("\(column) \(comparison)", values)
    case .optional(let expression, let outcomes):
      guard !comparison.isEmpty else { return .never }
      let isAny = outcomes.count == BillingEpisode.Outcome.allCases.count
      return .all([
        isAny ? .always : Self.classes(of: outcomes).condition(where: { _ in true }),
        SQLCondition("\(expression) IS NOT NULL"),
        SQLCondition("\(expression) \(comparison)", values),
      ])
    case .text(let column): return SQLCondition(test, onText: column)
    case .coded: return condition(where: { test.matches($0) })
    case .none: return .never
    }
  }

  /// The condition that the value is one whose parts pass a test.
  private func condition(where test: (any FilterSubject) -> Bool) -> SQLCondition<Dialect> {
    guard case .coded(let column, let all) = self else { return .never }
    let values = all.filter { test($0.sample) }.map(\.value)
    guard !values.isEmpty else { return .never }
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    return SQLCondition("\(column) IN (\(marks))", values)
  }

  /// The classes of episodes with some outcomes.
  private static func classes(of outcomes: some Sequence<BillingEpisode.Outcome>) -> PartForm {
    .coded(
      "e.class",
      outcomes.flatMap { outcome in
        [(false, false), (false, true), (true, false), (true, true)].map { grace, hold in
          let sample = BillingEpisode(
            failedAt: .epoch, enteredGrace: grace, holdStartedAt: hold ? .epoch : nil,
            outcome: outcome)
          return (Dialect.value(EpisodeClass(sample).name), sample)
        }
      })
  }

  /// The kinds of ends, by their causes.
  private static var ends: PartForm {
    .coded(
      "e.kind",
      Moment.Kind.ends.map { kind in
        var sample = SubscriptionEnd(reason: .other, at: .epoch)
        sample.cause = kind.cause
        return (Dialect.value(kind.rawValue), sample)
      })
  }

  /// The renewals that were to be the first payment, and the others.
  private static var firstPayments: PartForm {
    .coded(
      "e.isFirstPayment",
      [false, true].map { isFirst in
        (
          Dialect.value(isFirst ? 1 : 0),
          BillingEpisode(failedAt: .epoch, enteredGrace: false, isFirstPayment: isFirst)
        )
      })
  }
}
