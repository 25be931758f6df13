#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension FilterPredicate {
    /// The predicate over the columns of `episodes`, as `e`.
    ///
    /// Every test of a missing value is false, as in memory.
    var episodeCondition: SQLCondition {
      switch self {
      case .always: .always
      case .and(let parts): .all(parts.map(\.episodeCondition))
      case .or(let parts): .any(parts.map(\.episodeCondition))
      case .not(let inner): inner.episodeCondition.negated
      case .episode: .never
      case .present(let field): field.episodeForm.condition(self, "IS NOT NULL", nil)
      case .atLeast(let field, let bound): field.episodeForm.condition(self, ">= ?", bound)
      case .below(let field, let bound): field.episodeForm.condition(self, "< ?", bound)
      case .equals(let field, _), .contains(let field, _), .matches(let field, _):
        field.episodeForm.condition(self, "", nil)
      }
    }

    /// The test of a text in a column, whose letters are of ASCII.
    fileprivate func condition(onText column: String) -> SQLCondition {
      switch self {
      case .present: SQLCondition("\(column) IS NOT NULL")
      case .equals(_, let text):
        SQLCondition("(\(column) IS NOT NULL AND lower(\(column)) = ?)", [.text(text)])
      case .contains(_, let text):
        SQLCondition("(\(column) IS NOT NULL AND strpos(lower(\(column)), ?) > 0)", [.text(text)])
      case .matches: .inexact
      case .always, .and, .or, .not, .atLeast, .below, .episode: .never
      }
    }
  }

  /// The stored form of a field of billing episodes.
  private enum EpisodeForm {
    /// A number in a column that is never NULL.
    case number(String)
    /// A number in an expression that may be NULL, of the episodes with some outcomes.
    case optional(String, of: Set<BillingEpisode.Outcome>)
    /// A text.
    case text(String)
    /// A column with few values, each with an episode that has it.
    case coded(String, [(value: String, sample: BillingEpisode)])
    /// Nothing that an episode has.
    case none

    /// The condition that a test holds; the comparison of a number is empty for a test of a text.
    func condition(
      _ predicate: FilterPredicate, _ comparison: String, _ bound: Int64?
    ) -> SQLCondition {
      let values = bound.map { [SQLValue.integer($0)] } ?? []
      switch self {
      case .number(let column):
        return comparison.isEmpty ? .never : SQLCondition("\(column) \(comparison)", values)
      case .optional(let expression, let outcomes):
        guard !comparison.isEmpty else { return .never }
        let isAny = outcomes.count == BillingEpisode.Outcome.allCases.count
        let isOf: SQLCondition =
          isAny ? .always : Self.classes.condition(where: { outcomes.contains($0.outcome) })
        return .all([
          isOf, SQLCondition("\(expression) IS NOT NULL"),
          SQLCondition("coalesce(\(expression) \(comparison), false)", values),
        ])
      case .text(let column): return predicate.condition(onText: column)
      case .coded: return condition(where: { predicate.matches($0) })
      case .none: return .never
      }
    }

    /// The condition that the value is one whose episodes pass a test.
    private func condition(where test: (BillingEpisode) -> Bool) -> SQLCondition {
      guard case .coded(let column, let all) = self else { return .never }
      let values = all.filter { test($0.sample) }.map(\.value)
      guard !values.isEmpty else { return .never }
      return SQLCondition("\(column) IN (\(values.joined(separator: ", ")))")
    }

    /// The classes of episodes.
    static let classes = EpisodeForm.coded(
      "e.class",
      BillingEpisode.Outcome.allCases.flatMap { outcome in
        [(false, false), (false, true), (true, false), (true, true)].map { grace, hold in
          let sample = BillingEpisode(
            failedAt: .epoch, enteredGrace: grace, holdStartedAt: hold ? .epoch : nil,
            outcome: outcome)
          return ("'\(EpisodeClass(sample).name)'", sample)
        }
      })

    /// The renewals that were to be the first payment, and the others.
    static let firstPayments = EpisodeForm.coded(
      "e.isFirstPayment",
      [false, true].map { isFirst in
        (
          isFirst ? "1" : "0",
          BillingEpisode(failedAt: .epoch, enteredGrace: false, isFirstPayment: isFirst)
        )
      })
  }

  extension SubscriberField {
    /// The stored form of a field of billing episodes.
    fileprivate var episodeForm: EpisodeForm {
      switch self {
      case .failedAt: .number("e.failedAt")
      case .recoveredAt: .optional("e.endedAt", of: [.recoveredInGrace, .recoveredInHold])
      case .lostAt: .optional("e.endedAt", of: [.ranOut])
      case .lasted:
        .optional("e.endedAt - e.failedAt", of: Set(BillingEpisode.Outcome.allCases))
      case .prompts: .number("coalesce(octet_length(e.prompts), 0) / \(PackedPrompts.stride)")
      case .failedPlan: .text("e.plan")
      case .outcome, .entered: .classes
      case .afterTrial: .firstPayments
      case _: .none
      }
    }
  }
#endif
