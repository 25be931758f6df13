extension Digest {
  /// An accumulator that makes a digest of episodes, ends, events and rows in any order.
  ///
  /// It holds counts, a few candidates for the cases, and the prompts of the spans, which may have
  /// been taken back.
  public struct Builder {
    private let span: DigestSpan
    private var counts = DigestCounts()
    private var earlier: [DigestCounts]
    private var money: [Item: MoneySums] = [:]
    private var atRisk = 0
    private var due: [Item: Int] = [:]
    private var losing = 0
    private var cut: Set<Item> = []
    private var prompts: [EventID: (at: Timestamp, step: Int)] = [:]
    private var undoings: [SubscriptionEvent] = []
    private var losers: DigestRanking
    private var failed: DigestRanking
    /// The instant from which on the ledger knows anything; nothing earlier is compared with.
    public var knownSince: Timestamp?

    /// The kinds of events that are counted.
    public static let eventKinds: Set<EventKind> = [.purchased, .autoRenewDisabled, .promptShown]

    /// Creates a builder; amounts in several currencies are ranked by the rates.
    public init(_ span: DigestSpan, rates: ExchangeRates? = nil) {
      self.span = span
      earlier = Array(repeating: DigestCounts(), count: span.earlier.count)
      (losers, failed) = (DigestRanking(rates: rates), DigestRanking(rates: rates))
    }

    /// The shapes of the episodes that are read in blocks, by their numbers.
    public private(set) var shapes: [EpisodeShape] = []
    /// The prices per month of ``shapes``.
    private var worths: [Money?] = []

    /// Counts an episode, which may be a case.
    public mutating func add(_ record: EpisodeRecord) {
      count(record.episode, of: record.store, worth: record.mrr)
      addCase(record)
    }

    /// Adds an episode that was counted out of a block to the candidates for the cases, if it is
    /// one: blocks do not tell whose an episode is.
    public mutating func addCase(_ record: EpisodeRecord) {
      let episode = record.episode
      guard span.range.contains(episode.failedAt), episode.isOpen(at: span.now) else { return }
      failed.add(record.subscription, worth: record.mrr, at: episode.failedAt)
    }

    /// Counts an episode.
    ///
    /// A digest looks at many episodes and at as many earlier spans: nothing is copied here.
    private mutating func count(
      _ episode: BillingEpisode, of store: Store, worth mrr: Money?
    ) {
      for place in span.earlier.indices {
        _ = earlier[place].add(episode, of: store, in: span.earlier[place])
      }
      let news = counts.add(episode, of: store, in: span.range)
      if news.lostAccess { add(mrr, to: .lostAccess) }
      if let item = news.recovered { add(mrr, to: item) }
      guard news.failed else { return }
      add(mrr, to: .failed)
      guard episode.isOpen(at: span.now) else { return }
      atRisk += 1
      add(mrr, to: .atRisk)
    }

    /// Counts the end of a subscription.
    public mutating func add(ended row: SubscriberProjection) {
      guard let end = row.summary.status.end else { return }
      for (place, range) in span.earlier.enumerated() where range.contains(end.at) {
        earlier[place].ended[end.reason, default: 0] += 1
      }
      guard span.range.contains(end.at) else { return }
      counts.ended[end.reason, default: 0] += 1
      add(row.mrrBeforeEnd, to: end.reason.digestItem)
    }

    /// A Boolean value that indicates whether a prompt was shown in one of the spans, so that the
    /// events that take actions back are to be added, too.
    public var hasPrompts: Bool { !prompts.isEmpty }

    /// Counts an event of one of ``eventKinds``, or one that takes an action back.
    public mutating func add(_ event: SubscriptionEvent) {
      let at = event.effectiveAt
      switch event.kind {
      case .undone: return undoings.append(event)
      case .promptShown where span.earliest <= at && at <= span.now:
        prompts[event.id] = (at, event.action?.step ?? 0)
        return
      case _: break
      }
      for (place, range) in span.earlier.enumerated() where range.contains(at) {
        earlier[place].add(event)
      }
      if span.range.contains(at) { counts.add(event) }
    }

    /// Sets the number of an item of due prompts.
    public mutating func set(_ item: Item, to count: Int) { due[item] = count }

    /// Counts a user who loses access soon.
    public mutating func add(losing row: SubscriberSummary) {
      losing += 1
      add(row.mrr, to: .losesAccessSoon)
      losers.add(row.id, worth: row.mrr, at: row.status.losesAccessAt ?? span.now)
    }

    /// Counts the prompts that were not taken back.
    fileprivate mutating func countPrompts() {
      let undone = UndoResolution(in: undoings)
      for (id, prompt) in prompts where !undone.contains(id) {
        for (place, range) in span.earlier.enumerated() where range.contains(prompt.at) {
          earlier[place].shown[prompt.step, default: 0] += 1
        }
        if span.range.contains(prompt.at) { counts.shown[prompt.step, default: 0] += 1 }
      }
    }

    /// Marks the counts of items as incomplete.
    public mutating func mark(cut items: Set<Item>) { cut.formUnion(items) }

    private mutating func add(_ amount: Money?, to item: Item) {
      money[item, default: MoneySums()].add(amount)
    }
  }
}

extension SubscriberProjection {
  /// The price per month that the subscription had until it ended: that of the renewal that was
  /// failing, otherwise that of its last day before; `nil` if it is unknown.
  fileprivate var mrrBeforeEnd: Money? {
    if let last = episodes.last, let ended = last.endedAt, ended == summary.status.end?.at {
      return last.mrr
    }
    let standing = days.standings.last { !$0.state.isOver }
    return standing?.mrr ?? summary.price.flatMap { summary.plan?.monthly($0) }
  }
}

// MARK: Blocks

extension Digest.Builder: EpisodeBlockCounts {
  /// The failures whose episodes may have begun or ended in one of the spans.
  public var failures: Range<Timestamp> { span.failures }

  /// Adds the shape with the next number.
  public mutating func add(_ shape: EpisodeShape) {
    shapes.append(shape)
    worths.append(shape.mrr)
  }

  /// Counts the episodes of a block, of which few have any news.
  ///
  /// - Complexity: O(*k*) for *k* episodes.
  public mutating func add(_ block: EpisodeBlock) {
    let (earliest, limit) = (span.earliest.milliseconds, failures.upperBound.milliseconds)
    let first = failures.lowerBound.milliseconds
    for run in block.runs {
      for place in run.places {
        let failedAt = block.start + block.offsets[place]
        let shape = Int(block.shapes[place])
        let end = run.kind.hasEnd ? block.ends[place] : .min
        let hold = run.kind.hasHold ? block.holds[place] : .min
        let latest = max(failedAt, block.start &+ max(0, end, hold))
        guard latest >= earliest, first <= failedAt, failedAt < limit,
          shapes.indices.contains(shape)
        else { continue }
        count(block.episode(place, run.kind), of: shapes[shape].store, worth: worths[shape])
      }
    }
  }
}

// MARK: The digest

extension Digest.Builder {
  /// Returns the digest without cases and system.
  public func digest() -> Digest {
    var builder = self
    builder.countPrompts()
    return Digest(span: span, figures: Digest.Item.allCases.map(builder.figure))
  }

  private func figure(_ item: Digest.Item) -> Digest.Figure {
    let now =
      switch item {
      case .atRisk: atRisk
      case .promptsDue, .becameDue: due[item] ?? 0
      case .losesAccessSoon: losing
      case _: counts.count(of: item) ?? 0
      }
    var figure = Digest.Figure(item, now)
    figure.isAtLeast = cut.contains(item)
    figure.parts = counts.parts(of: item)
    if Self.itemsWithMoney.contains(item) { figure.mrr = money[item] ?? MoneySums() }
    guard !figure.isAtLeast else { return figure }
    figure.usual = Digest.Usual(of: now, after: comparable(item))
    return figure
  }

  /// Returns the counts of the earlier spans that are wholly known.
  private func comparable(_ item: Digest.Item) -> [Int] {
    let known = knownSince ?? .distantPast
    return zip(span.earlier, earlier).filter { $0.0.lowerBound >= known }
      .compactMap { $0.1.count(of: item) }
  }

  /// The items with a sum of money.
  private static let itemsWithMoney: Set<Digest.Item> = [
    .failed, .atRisk, .lostAccess, .recoveredInGrace, .recoveredInHold, .lost, .canceled,
    .refunded, .endedOther, .losesAccessSoon,
  ]

  /// The subscriptions to look at first: those that lose access soon and those that failed, each
  /// of the greatest worth, by time; either fills the places that the other leaves.
  public var candidates: [(id: SubscriptionID, reason: Digest.Case.Reason, at: Timestamp)] {
    let soon = losers.ranked
    let failed = failed.ranked.filter { one in !soon.contains { $0.id == one.id } }
    let half = Digest.casesMax / 2
    let soonCount = min(soon.count, max(half, Digest.casesMax - failed.count))
    func byTime(_ entries: some Sequence<DigestRanking.Entry>) -> [DigestRanking.Entry] {
      entries.sorted { $0.at != $1.at ? $0.at < $1.at : $0.id < $1.id }
    }
    return byTime(soon.prefix(soonCount)).map { ($0.id, .losesAccess, $0.at) }
      + byTime(failed.prefix(Digest.casesMax - soonCount)).map { ($0.id, .failed, $0.at) }
  }
}

/// The subscriptions of the greatest worth, a few for each currency.
struct DigestRanking {
  /// A subscription with its worth.
  struct Entry {
    let id: SubscriptionID
    let worth: Money?
    let at: Timestamp
  }

  private let rates: ExchangeRates?
  private var best: [String?: [Entry]] = [:]
  private var counts: [String?: Int] = [:]

  init(rates: ExchangeRates?) { self.rates = rates }

  /// Adds a subscription, by the report currency where there is a rate.
  mutating func add(_ id: SubscriptionID, worth: Money?, at: Timestamp) {
    let worth = worth.map { rates?.converted($0) ?? $0 }
    let currency = worth?.currency
    counts[currency, default: 0] += 1
    let entry = Entry(id: id, worth: worth, at: at)
    var entries = best[currency, default: []]
    let place = entries.firstIndex { Self.precedes(entry, $0) } ?? entries.count
    guard place < Digest.casesMax else { return }
    entries.insert(entry, at: place)
    if entries.count > Digest.casesMax { entries.removeLast() }
    best[currency] = entries
  }

  /// The subscriptions by worth; without rates the currencies take turns, that of most of them
  /// first, and those of unknown worth come last.
  var ranked: [Entry] {
    let currencies = best.keys.sorted { left, right in
      guard let left, let right else { return left != nil && right == nil }
      if left == rates?.currency || right == rates?.currency { return left == rates?.currency }
      let (one, other) = (counts[left] ?? 0, counts[right] ?? 0)
      return one != other ? one > other : left < right
    }
    let entries = currencies.map { best[$0] ?? [] }
    guard rates == nil else { return Array(entries.joined().prefix(Digest.casesMax)) }
    let known = zip(currencies, entries).filter { $0.0 != nil }.map { $0.1 }
    let turns = (0..<Digest.casesMax).flatMap { turn in
      known.filter { turn < $0.count }.map { $0[turn] }
    }
    return Array((turns + (best[nil] ?? [])).prefix(Digest.casesMax))
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    let (one, other) = (left.worth?.micros ?? 0, right.worth?.micros ?? 0)
    if one != other { return one > other }
    return left.at != right.at ? left.at < right.at : left.id < right.id
  }
}
