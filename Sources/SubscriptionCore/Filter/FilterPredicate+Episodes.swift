// MARK: Terms of billing episodes

extension FilterPredicate {
  /// The predicate with its terms of billing episodes put together: those that stand side by side
  /// are about one and the same episode (<doc:Fields#Terms-about-a-billing-episode>).
  var aboutEpisodes: FilterPredicate {
    if isOfEpisodes { return someEpisode }
    switch self {
    case .and:
      let (episode, rest) = partedByEpisodes
      return .and((episode.map { [$0.someEpisode] } ?? []) + rest)
    case .or(let parts): return .or(parts.map(\.aboutEpisodes))
    case .not(let inner): return .not(inner.aboutEpisodes)
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .episode: return self
    }
  }

  /// The parts that must all hold: those about one episode as one, and the others.
  fileprivate var partedByEpisodes: (episode: FilterPredicate?, rest: [FilterPredicate]) {
    let parts = conjuncts
    let ofEpisodes = parts.filter(\.isOfEpisodes)
    let rest = parts.filter { !$0.isOfEpisodes }.map(\.aboutEpisodes)
    return (ofEpisodes.isEmpty ? nil : .and(ofEpisodes), rest)
  }

  /// The parts that must all hold, those of conjunctions within conjunctions included.
  private var conjuncts: [FilterPredicate] {
    guard case .and(let parts) = self else { return [self] }
    return parts.flatMap(\.conjuncts)
  }

  /// A Boolean value that indicates whether every term is about a billing episode.
  private var isOfEpisodes: Bool {
    switch self {
    case .and(let parts), .or(let parts): !parts.isEmpty && parts.allSatisfy(\.isOfEpisodes)
    case .not(let inner): inner.isOfEpisodes
    case .present(let field), .equals(let field, _), .contains(let field, _),
      .matches(let field, _), .atLeast(let field, _), .below(let field, _):
      field.isOfEpisode
    case .always, .episode: false
    }
  }

  /// The condition that one episode satisfies terms of episodes.
  ///
  /// A negation beside other terms is about their episode; alone it says that there is no such
  /// episode.
  private var someEpisode: FilterPredicate {
    switch self {
    case .not(let inner): return .not(inner.someEpisode)
    case .or(let parts): return .or(parts.map(\.someEpisode))
    case .and:
      let parts = conjuncts
      return parts.allSatisfy(\.isNegation) ? .and(parts.map(\.someEpisode)) : .episode(self)
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .episode:
      return .episode(self)
    }
  }

  private var isNegation: Bool {
    if case .not = self { return true }
    return false
  }
}

/// A filter on billing episodes in its simplest terms: what it says of an episode, and what it says
/// of the subscriber.
public struct EpisodePredicate: Hashable, Sendable {
  /// The terms about the episode.
  public var episode: FilterPredicate
  /// The terms about the episode's subscriber.
  public var subscriber: FilterPredicate

  /// Returns whether an episode of a row satisfies the predicate.
  public func matches(_ candidate: BillingEpisode, of row: some FilterSubject) -> Bool {
    episode.matches(candidate) && subscriber.matches(row)
  }
}

extension Filter {
  /// A Boolean value that indicates whether a term is about a billing episode.
  public var hasEpisodes: Bool { fields.contains(where: \.isOfEpisode) }

  /// Returns the filter as a condition on single billing episodes, with relative times counted from
  /// an instant.
  ///
  /// Terms of episodes are about the episode itself, as they would be beside `failed:any`, so that
  /// the episodes that match are those for which a list with the filter has their subscribers.
  ///
  /// - Complexity: O(*n*) for *n* terms.
  public func loweredForEpisodes(at now: Timestamp) -> EpisodePredicate {
    let whole = FilterPredicate.and([.present(.failedAt), terms(at: now)])
    let (episode, rest) = whole.partedByEpisodes
    return EpisodePredicate(episode: episode ?? .always, subscriber: .and(rest))
  }
}
