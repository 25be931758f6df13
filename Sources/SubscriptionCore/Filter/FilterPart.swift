/// A part of a subscriber's past that filters have terms about, of which a subscriber may have
/// several: terms that stand side by side are about one and the same
/// (<doc:Fields#Terms-about-a-billing-episode>).
public enum FilterPart: Hashable, Sendable, CaseIterable {
  /// A billing episode.
  case episode
  /// An end of the subscription, whether or not it came back since.
  case end
  /// A refund of a payment.
  case refund
}

extension FilterPredicate {
  /// The predicate with its terms of parts put together: those that stand side by side are about
  /// one and the same part (<doc:Fields#Terms-about-a-billing-episode>).
  var aboutParts: FilterPredicate {
    if let part { return some(part) }
    switch self {
    case .and:
      let terms = conjuncts
      let ofParts = FilterPart.allCases.compactMap { part in
        FilterPredicate.and(terms, about: part)?.some(part)
      }
      return .and(ofParts + terms.filter { $0.part == nil }.map(\.aboutParts))
    case .or(let parts): return .or(parts.map(\.aboutParts))
    case .not(let inner): return .not(inner.aboutParts)
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .part: return self
    }
  }

  /// Returns those of some terms that are about a part, which all must hold; `nil` for none.
  fileprivate static func and(
    _ terms: [FilterPredicate], about part: FilterPart
  ) -> FilterPredicate? {
    let own = terms.filter { $0.part == part }
    return own.isEmpty ? nil : .and(own)
  }

  /// The parts that must all hold, those of conjunctions within conjunctions included.
  fileprivate var conjuncts: [FilterPredicate] {
    guard case .and(let parts) = self else { return [self] }
    return parts.flatMap(\.conjuncts)
  }

  /// The part that every term is about; `nil` where terms differ in that.
  fileprivate var part: FilterPart? {
    switch self {
    case .and(let parts), .or(let parts):
      guard let first = parts.first?.part else { return nil }
      return parts.allSatisfy { $0.part == first } ? first : nil
    case .not(let inner): return inner.part
    case .present(let field), .equals(let field, _), .contains(let field, _),
      .matches(let field, _), .atLeast(let field, _), .below(let field, _):
      return field.part
    case .always, .part: return nil
    }
  }

  /// Returns the condition that one part satisfies terms about it.
  ///
  /// A negation beside other terms is about their part; alone it says that there is no such part.
  private func some(_ part: FilterPart) -> FilterPredicate {
    switch self {
    case .not(let inner): return .not(inner.some(part))
    case .or(let parts): return .or(parts.map { $0.some(part) })
    case .and:
      let parts = conjuncts
      return parts.allSatisfy(\.isNegation) ? .and(parts.map { $0.some(part) }) : .part(part, self)
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .part:
      return .part(part, self)
    }
  }

  private var isNegation: Bool {
    if case .not = self { return true }
    return false
  }
}

// MARK: Filters on billing episodes

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
  /// A Boolean value that indicates whether a term is about a part of a subscriber's past.
  public var hasParts: Bool { fields.contains { $0.part != nil } }

  /// Returns the filter as a condition on single billing episodes, with relative times counted from
  /// an instant.
  ///
  /// Terms of episodes are about the episode itself, as they would be beside `failed:any`, so that
  /// the episodes that match are those for which a list with the filter has their subscribers.
  ///
  /// - Complexity: O(*n*) for *n* terms.
  public func loweredForEpisodes(at now: Timestamp) -> EpisodePredicate {
    let terms = FilterPredicate.and([.present(.failedAt), terms(at: now)]).conjuncts
    return EpisodePredicate(
      episode: .and(terms, about: .episode) ?? .always,
      subscriber: FilterPredicate.and(terms.filter { $0.part != .episode }).aboutParts)
  }
}
