import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// The prompts that are due, by an index that holds nothing else.
  ///
  /// - Complexity: O(*k*) for *k* due prompts, at most `DueFigures.countMax`.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    var count = DueCount(policy, at: now)
    for prompt in try access(.reading, { connection in try connection.duePrompts() }) {
      guard count.add(rule: prompt.rule, store: prompt.store, since: prompt.since) else { break }
    }
    return count.figures
  }

  /// The counts of every day of a range, out of the counters alone.
  public func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures] {
    let name = group.map { $0.0.group($0.1) }
    var sums = DailySums(from: from, through: through)
    try access(.snapshot) { connection in try connection.read(&sums, of: name) }
    return sums.days
  }
}

extension SQLConnection {
  /// Returns as many due prompts as are counted and one more, the longest due first.
  fileprivate func duePrompts() throws -> [(rule: String, store: Int64, since: Int64)] {
    guard let boundary = CounterKind.dueSince.boundary else { return [] }
    return try fetch(
      """
      SELECT coalesce(rule, ''), store, \(boundary.column) FROM subscribers
      \(Dialect.by(index: "edge\(CounterKind.dueSince.rawValue)"))
      WHERE \(boundary.condition) ORDER BY \(boundary.column) LIMIT \(DueFigures.countMax + 1)
      """
    ) { row in (row.text(0), row.integer(1), row.integer(2)) }
  }

  /// Adds what is counted on the day on which it happened and the states and amounts at the end of
  /// each day, of a group or of all.
  fileprivate func read(_ sums: inout DailySums, of group: String?) throws {
    let facet = SQLArgument.text(Dialect.facet(group ?? ""))
    func rows(
      _ kind: CounterKind, _ buckets: String, _ bounds: Int64...
    ) throws -> [DailySums.Row] {
      try fetch(
        """
        SELECT bucket, variant, count, \(Dialect.worth("mrr")) FROM counters
        WHERE kind = $1 AND facet = $2 AND \(buckets)
        """, [.integer(Int64(kind.rawValue)), facet] + bounds.map { .integer($0) },
        DailySums.Row.init)
    }
    let (first, end) = (sums.buckets.lowerBound, sums.buckets.upperBound)
    for kind in DailySums.kinds(of: group ?? "") {
      let happened = try rows(kind, "bucket >= $3 AND bucket < $4", first, end)
      for row in happened { sums.add(row, of: kind) }
    }
    func flow(_ kind: CounterKind) throws -> [DailySums.Row] {
      try rows(kind, "bucket > $3 ORDER BY bucket DESC", first)
    }
    let reader = CounterReader(self)
    // The states of now are counted for all; those of a group are what came about on all days.
    let present = try group == nil ? reader.all(.state) : reader.sums(.standing, of: facet)
    sums.addStandings(present, after: try flow(.standing))
    sums.addExempt(try reader.sums(.exempt, of: facet), after: try flow(.exempt))
  }
}

/// Counts due prompts, the longest due first.
struct DueCount {
  /// The figures of those that were counted.
  private(set) var figures = DueFigures()
  private let now: Timestamp
  /// A row keeps the folded name of its rule.
  private let names: [String: String]

  private static let stores = SubscriberField.store.codedChoices.map { Store(rawValue: $0) }

  /// Begins to count the prompts of a policy that are due at an instant.
  init(_ policy: ChurnPolicy, at now: Timestamp) {
    self.now = now
    names = Dictionary(
      policy.prompts.rules.map { (Filter.foldCase($0.name), $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Counts a prompt by the columns of its row: the folded name of its rule, the number of the
  /// store, and the instant since which it is due, in milliseconds since 1970.
  ///
  /// - Returns: Whether there is room for more.
  mutating func add(rule: String, store: Int64, since: Int64) -> Bool {
    guard let place = Int(exactly: store), DueCount.stores.indices.contains(place),
      let store = DueCount.stores[place]
    else { return true }
    return figures.count(
      rule: names[rule] ?? rule, store: store, since: Timestamp(milliseconds: since), now: now)
  }
}
