import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  /// The rules of filters about billing episodes, ends and refunds.
  static let episodeFilterRules = [
    LedgerRule(71, "Terms about a billing episode that stand side by side are about the same one") {
      make in
      let ledger = try make()
      let world = SampleWorld(seed: 72, subscriptions: 150)
      let now = SampleWorld.middle + .days(20)
      try ledger.append(world.entries.filter { $0.receivedAt <= now }, now: now)
      try ledger.putProfiles(world.profiles)
      let rows = try allRows(of: ledger)
      try require(rows.contains { $0.countedEpisodes.count > 1 }, "nobody failed twice")
      let past = try ledger.asOf(now)
      var (numbers, told) = (SeededNumbers(seed: 72), 0)
      for _ in 0..<300 {
        var terms = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
          EpisodeTerm(&numbers)
        }
        if numbers.happens(40) { terms.append(EpisodeTerm(row: numbers.pick(EpisodeTerm.ofRows))) }
        terms.shuffle(using: &numbers)
        let text = terms.map(\.text).joined(separator: " ")
        let filter = try Filter.parse(text)
        let expected = try rows.filter { try EpisodeTerm.hold(terms, of: $0, at: now) }.map(\.id)
        let predicate = filter.lowered(at: now)
        try require(rows.filter(predicate.matches).map(\.id), equals: expected, text)
        for sort in [SubscriberSort.id, .losesAccess] {
          let page = try ledger.subscribers(
            SubscriberQuery(filter: filter, sort: sort, limit: 1_000))
          try require(page.rows.map(\.id).sorted(), equals: expected.sorted(), text)
        }
        try require(try ledger.count(filter), equals: expected.count, text)
        try require(try past.count(filter), equals: expected.count, "\(text) as of then")
        if !expected.isEmpty, expected.count < rows.count { told += 1 }
      }
      try require(told > 100, "most filters tell rows apart: \(told)")
    },
    LedgerRule(72, "The list of a figure has as many as the figure counts") { make in
      for seed in UInt64(73)..<75 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 120)
        let now = SampleWorld.middle + .days(31) - .milliseconds(1)
        try ledger.append(world.entries.filter { $0.receivedAt <= now }, now: now)
        try ledger.putProfiles(world.profiles)
        let lists = ListAnswers(of: ledger)
        let texts = [
          nil, "store:play", "aftertrial:no", "-outcome:ranOut", "tag:vip | outcome:open",
        ]
        for (place, text) in texts.enumerated() {
          let filter = try text.map { try Filter.parse($0) }
          let windows = MetricsWindows(
            days: [90, 30, 60][place % 3], ending: CivilDate(now), now: now)
          for grouping in MetricsGrouping.allCases {
            let report = try ledger.metrics(windows, filter: filter, by: grouping)
            try lists.require(report)
          }
        }
      }
    },
    LedgerRule(94, "Terms side by side are about the same end, or the same refund") {
      make in
      let ledger = try make()
      let world = SampleWorld(seed: 94, subscriptions: 150)
      let now = SampleWorld.middle + .days(20)
      try ledger.append(world.entries.filter { $0.receivedAt <= now }, now: now)
      let rows = try allRows(of: ledger)
      try require(rows.contains { $0.countedEnds.count > 1 }, "nobody ended twice")
      try require(rows.contains { !$0.countedRefunds.isEmpty }, "nothing was refunded")
      let past = try ledger.asOf(now)
      var (numbers, told) = (SeededNumbers(seed: 94), 0)
      for _ in 0..<200 {
        let from = now - .days(Int.random(in: 1...150, using: &numbers))
        let range = from..<from + .days(Int.random(in: 1...60, using: &numbers))
        let cause = numbers.pick([nil, ChurnCause.voluntary, .involuntary])
        let isRefund = numbers.happens(30)
        let field = isRefund ? "refunded" : "churned"
        var text = "\(field)>=\(range.lowerBound.rfc3339) \(field)<\(range.upperBound.rfc3339)"
        if !isRefund, let cause { text += " churn:\(cause.rawValue)" }
        let expected = rows.filter { row in
          isRefund
            ? row.countedRefunds.contains { range.contains($0.at) }
            : row.countedEnds.contains { end in
              range.contains(end.at) && (cause == nil || end.cause == cause)
            }
        }.map(\.id)
        let filter = try Filter.parse(text)
        for sort in [SubscriberSort.id, .losesAccess] {
          let page = try ledger.subscribers(SubscriberQuery(filter: filter, sort: sort, limit: 500))
          try require(page.rows.map(\.id).sorted(), equals: expected.sorted(), text)
        }
        try require(try ledger.count(filter), equals: expected.count, text)
        try require(try past.count(filter), equals: expected.count, "\(text) as of then")
        if !expected.isEmpty { told += 1 }
      }
      try require(told > 50, "most filters find somebody: \(told)")
    },
  ]
}

// MARK: Terms

/// A term of a filter whose meaning is decided here term by term.
private struct EpisodeTerm {
  var text: String
  var isOfEpisode = true

  static let ofRows = ["store:play", "-state:hold", "country:jp", "env:production", "-flag:any"]

  init(row text: String) { (self.text, isOfEpisode) = (text, false) }

  init(_ numbers: inout SeededNumbers) {
    let term = numbers.pick([
      "failed<60d", "failed>=2025-09-01", "failed<2025-08-01", "outcome:open", "recovered:any",
      "outcome:recoveredInGrace,ranOut", "recovered:none", "lost:any", "lost>=2025-09-01",
      "recovered<90d", "entered:grace", "entered:hold", "aftertrial:no", "lasted<3d",
      "lasted>=16d", "prompts>=1", "prompts:0", "failedplan:p1m", "failedplan:none", "failed:any",
      "failedplan:~1", "failedplan:/^P1/", "entered:none", "outcome:none", "lasted:any",
    ])
    let isNegative = numbers.happens(25)
    text = (isNegative ? "-" : "") + term
  }

  /// A Boolean value that indicates whether the term is a negation, in either form.
  private var isNegation: Bool { text.hasPrefix("-") != text.hasSuffix(":none") }

  /// A Boolean value that indicates whether the term in either form is a double negation.
  private var isDouble: Bool { text.hasPrefix("-") && text.hasSuffix(":none") }

  /// Returns whether terms hold of a row: those of episodes of one and the same episode, or of
  /// none where each is a negation.
  static func hold(
    _ terms: [EpisodeTerm], of row: SubscriberSummary, at now: Timestamp
  ) throws -> Bool {
    for term in terms where !term.isOfEpisode {
      guard try Filter.parse(term.text).matches(row, at: now) else { return false }
    }
    let own = terms.filter(\.isOfEpisode)
    guard !own.isEmpty else { return true }
    let filters = try own.map { try Filter.parse($0.text) }
    func holds(_ filter: Filter, _ episode: BillingEpisode) -> Bool {
      var alone = row
      alone.episodes = [episode]
      return filter.matches(alone, at: now)
    }
    // A double negation says that there is such an episode.
    guard own.contains(where: { !$0.isNegation && !$0.isDouble }) else {
      return zip(own, filters).allSatisfy { term, filter in
        term.isDouble
          ? row.countedEpisodes.contains { holds(filter, $0) }
          : row.countedEpisodes.allSatisfy { holds(filter, $0) }
      }
    }
    return row.countedEpisodes.contains { episode in filters.allSatisfy { holds($0, episode) } }
  }
}
