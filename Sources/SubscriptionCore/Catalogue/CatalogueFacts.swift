/// A fact of the product catalogue, with where it is from and since when it holds.
public struct CatalogueFact<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The fact.
  public var value: Value
  /// When it began to hold; `nil` where no earlier value is known.
  public var since: Timestamp?
  /// Where it is from.
  public var source: CatalogueSource

  /// Creates a fact.
  public init(_ value: Value, since: Timestamp? = nil, source: CatalogueSource) {
    (self.value, self.since, self.source) = (value, since, source)
  }
}

/// Everything the sources said about one fact of a product, with its changes over time.
///
/// Each source has its own history. At an instant the first source that says anything answers: the
/// policy file, then the store, then an imported file.
public struct CatalogueFacts<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The facts by source, the source that wins first, each source's oldest first.
  public private(set) var all: [CatalogueFact<Value>] = []

  /// Creates facts of which nothing is known.
  public init() {}

  /// A Boolean value that indicates whether nothing is known.
  public var isEmpty: Bool { all.isEmpty }

  /// The fact in force at an instant; the newest one where no instant is given.
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

  /// The newest fact of a source.
  public func newest(from source: CatalogueSource) -> CatalogueFact<Value>? {
    all.last { $0.source == source }
  }

  /// Adds a fact with its own date, in place of one of the same source and date.
  ///
  /// A value that repeats the one before it adds nothing.
  public mutating func insert(_ fact: CatalogueFact<Value>) {
    all.removeAll { $0.source == fact.source && $0.since == fact.since }
    let place = all.firstIndex { fact.precedes($0) } ?? all.endIndex
    if place > 0, all[place - 1].source == fact.source, all[place - 1].value == fact.value {
      return
    }
    all.insert(fact, at: place)
  }

  /// Takes in what a source says now: a value that differs from its last one holds from now on,
  /// its first one from the beginning.
  ///
  /// - Returns: A Boolean value that indicates whether anything changed.
  @discardableResult
  public mutating func state(_ value: Value, by source: CatalogueSource, at now: Timestamp) -> Bool
  {
    let last = newest(from: source)
    guard last?.value != value else { return false }
    // A clock that was set back must not put the news before what it follows.
    let since = last.map { max(now, $0.since ?? now) }
    insert(CatalogueFact(value, since: since, source: source))
    return true
  }

  /// Forgets what a source said.
  public mutating func forget(_ source: CatalogueSource) { all.removeAll { $0.source == source } }

  /// Lays the facts of others over these.
  mutating func overlay(_ other: CatalogueFacts) { for fact in other.all { insert(fact) } }
}

extension CatalogueFact {
  /// Whether the fact stands before another in ``CatalogueFacts/all``.
  fileprivate func precedes(_ other: CatalogueFact) -> Bool {
    if source.rank != other.source.rank { return source.rank < other.source.rank }
    if source != other.source { return source.rawValue < other.source.rawValue }
    return (since ?? .distantPast) < (other.since ?? .distantPast)
  }
}
