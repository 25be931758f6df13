/// A fact of the product catalogue, with its source and the instant from which it is valid.
public struct CatalogueFact<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The fact.
  public var value: Value
  /// The instant from which it is valid; `nil` if no earlier value is known.
  public var since: Timestamp?
  /// The source.
  public var source: CatalogueSource
}

/// The statements of all sources about one fact of a product, with its changes over time.
///
/// Each source has its own history. At an instant the first source with a value has precedence: the
/// policy file, then the store, then an imported file.
public struct CatalogueFacts<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The facts by source in order of precedence, each source's oldest first.
  public private(set) var all: [CatalogueFact<Value>] = []

  /// A Boolean value that indicates whether nothing is known.
  public var isEmpty: Bool { all.isEmpty }

  /// Returns the fact valid at an instant; the newest one without an instant.
  ///
  /// - Complexity: O(*n*) for *n* facts, of which there are few.
  public func fact(at instant: Timestamp?) -> CatalogueFact<Value>? {
    var found: CatalogueFact<Value>?
    for fact in all {
      if let found, found.source.rank != fact.source.rank { return found }
      if let since = fact.since, let instant, since > instant { continue }
      found = fact
    }
    return found
  }

  /// Returns the newest fact of a source.
  public func newest(from source: CatalogueSource) -> CatalogueFact<Value>? {
    all.last { $0.source == source }
  }

  /// Adds a fact with its own date, replacing one of the same source and date.
  ///
  /// A value equal to the previous one is not added.
  public mutating func insert(_ fact: CatalogueFact<Value>) {
    all.removeAll { $0.source == fact.source && $0.since == fact.since }
    let place = all.firstIndex { fact.precedes($0) } ?? all.endIndex
    if place > 0, all[place - 1].source == fact.source, all[place - 1].value == fact.value {
      return
    }
    all.insert(fact, at: place)
  }

  /// Applies a source's present value: a value that differs from the source's last one is valid
  /// from now on, its first one from the beginning.
  public mutating func state(_ value: Value, by source: CatalogueSource, at now: Timestamp) {
    let last = newest(from: source)
    guard last?.value != value else { return }
    // If the clock was set back, the new value must still follow the old one.
    let since = last.map { max(now, $0.since ?? now) }
    insert(CatalogueFact(value: value, since: since, source: source))
  }
}

extension CatalogueFact {
  /// Returns whether the fact precedes another in ``CatalogueFacts/all``.
  fileprivate func precedes(_ other: CatalogueFact) -> Bool {
    if source.rank != other.source.rank { return source.rank < other.source.rank }
    if source != other.source { return source.rawValue < other.source.rawValue }
    return (since ?? .distantPast) < (other.since ?? .distantPast)
  }
}
