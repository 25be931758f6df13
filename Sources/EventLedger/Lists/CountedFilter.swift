import SubscriptionCore

/// A filter whose matches are a figure that every ledger maintains, so that their count needs no
/// look at the rows, however many there are.
///
/// They are the filters behind the figures of the Overview and of Due: states, due prompts, and
/// the ends of grace and of the store's tries.
public struct CountedFilter: Hashable, Sendable {
  /// The environments whose subscriptions match.
  public enum Environments: Hashable, Sendable {
    /// Production alone, which figures count.
    case production
    /// All but production.
    case others
    /// Any.
    case all
  }

  /// An instant by which figures count.
  public enum Instant: Hashable, Sendable {
    /// The loss of access of those in grace.
    case loss
    /// The end of the store's tries of those in hold.
    case retryEnd
    /// The instant since which a prompt is due.
    case dueSince
    /// The instant of a scheduled prompt.
    case scheduled
  }

  /// A maintained figure.
  public enum Figure: Hashable, Sendable {
    /// The subscriptions in one of some states.
    case states(Set<SubscriptionState>)
    /// The due prompts of those in one of some states.
    case due(Set<SubscriptionState>)
    /// Those with an instant from one on and before another.
    case dated(Instant, from: Timestamp?, before: Timestamp?)
  }

  /// The figure.
  public let figure: Figure
  /// The environments; figures but for that of all states count production alone.
  public let environments: Environments

  /// A Boolean value that indicates whether it matches every subscription of its environments.
  public var isEverybody: Bool {
    if case .states(let states) = figure { states == Self.allStates } else { false }
  }

  private static let allStates = Set(SubscriptionState.allCases)

  /// Finds the figure that a filter is about; `nil` for any other filter.
  ///
  /// - Complexity: O(*n*) for *n* terms.
  public init?(_ predicate: FilterPredicate) {
    var terms = Terms()
    guard terms.add(predicate), let figure = terms.figure else { return nil }
    // A test purchase is never asked for a payment.
    let hasVerdict = terms.verdict != nil
    if hasVerdict, terms.environments == .others { return nil }
    let environments = hasVerdict ? .production : terms.environments
    if environments == .others, figure != .states(Self.allStates) { return nil }
    (self.figure, self.environments) = (figure, environments)
  }

  /// The terms of a filter that all hold.
  private struct Terms {
    var states = CountedFilter.allStates
    var environments = Environments.all
    var verdict: String?
    var field: SubscriberField?
    var (from, before): (Int64?, Int64?)

    /// The figure that counts what satisfies the terms.
    var figure: Figure? {
      let hasAllStates = states == CountedFilter.allStates
      guard let field else {
        switch verdict {
        case nil: return .states(states)
        case "now": return .due(states)
        case "scheduled" where hasAllStates: return dated(.scheduled)
        case _: return nil
        }
      }
      switch (field, verdict) {
      case (.losesAt, nil) where states == [.grace]: return dated(.loss)
      case (.retryEnds, nil) where states == [.hold]: return dated(.retryEnd)
      case (.dueAt, "now") where hasAllStates: return dated(.dueSince)
      case (.dueAt, "scheduled") where hasAllStates: return dated(.scheduled)
      case _: return nil
      }
    }

    private func dated(_ instant: Instant) -> Figure {
      .dated(
        instant, from: from.map(Timestamp.init(milliseconds:)),
        before: before.map(Timestamp.init(milliseconds:)))
    }

    /// Adds a term; `false` for one that no figure is about.
    mutating func add(_ term: FilterPredicate) -> Bool {
      switch term {
      case .always: return true
      case .and(let parts): return parts.allSatisfy { add($0) }
      case .equals(.environment, Self.production):
        return limit(to: .production)
      case .not(.equals(.environment, Self.production)):
        return limit(to: .others)
      case .equals(.verdict, let name):
        guard verdict == nil || verdict == name else { return false }
        verdict = name
        return true
      case .atLeast(let field, let bound):
        guard hasDates(of: field, bound) else { return false }
        from = max(from ?? bound, bound)
        return true
      case .below(let field, let bound):
        guard hasDates(of: field, bound) else { return false }
        before = min(before ?? bound, bound)
        return true
      case .or, .not, .equals:
        guard let states = term.states else { return false }
        self.states.formIntersection(states)
        return true
      case .present, .contains, .matches, .part: return false
      }
    }

    private static let production = Filter.foldCase(StoreEnvironment.production.rawValue)

    private mutating func limit(to other: Environments) -> Bool {
      guard environments == .all || environments == other else { return false }
      environments = other
      return true
    }

    /// Buckets of counters are found by sums of instants, which far ones would overflow.
    private mutating func hasDates(of other: SubscriberField, _ bound: Int64) -> Bool {
      guard field == nil || field == other, bound.magnitude < Self.farthest else { return false }
      field = other
      return true
    }

    private static let farthest: UInt64 = 1 << 60
  }
}

extension FilterPredicate {
  /// The states that satisfy a term about nothing but the state; `nil` for any other.
  fileprivate var states: Set<SubscriptionState>? {
    switch self {
    case .equals(.state, let name):
      return Set(SubscriptionState.allCases.filter { Filter.foldCase($0.rawValue) == name })
    case .not(let inner):
      return inner.states.map { Set(SubscriptionState.allCases).subtracting($0) }
    case .or(let parts):
      let sets = parts.map(\.states)
      guard !sets.contains(nil) else { return nil }
      return sets.reduce(into: []) { $0.formUnion($1 ?? []) }
    case .always, .and, .present, .equals, .contains, .matches, .atLeast, .below, .part:
      return nil
    }
  }
}
