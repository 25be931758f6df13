import EventLedger
import SubscriptionCore

extension WebhookServer {
  /// How many seconds a request may wait for a change.
  static let waitRange = 0...60
  /// How many changes an answer may have.
  static let limitRange = 1...1_000
  /// How many it has where nobody says.
  static let limitUsual = 100
  /// How often the outbox is looked at while a request waits.
  private static let pollsPerSecond = 4

  /// What happened to subscriptions after a cursor; waits for a while where there is nothing yet.
  ///
  /// An answer's cursor goes on from its last change, so that whoever keeps it misses nothing and
  /// is told nothing twice, also where the daemon was down in between.
  func changes(_ query: WebQuery) async throws(WebProblem) -> WebAnswer {
    let withBackfill = try query.flag(.backfill)
    let limit = try query.number(.limit, in: Self.limitRange) ?? Self.limitUsual
    let wait = try query.number(.wait, in: Self.waitRange) ?? 0
    var cursor = try await firstCursor(query)
    // A server that is busy with waiting answers at once instead.
    let mayWait = beginWait()
    defer { if mayWait { endWait() } }
    var polls = mayWait ? wait * Self.pollsPerSecond : 0
    while true {
      let from = cursor
      let page = try await ask { (ledger) throws(LedgerError) in
        try ledger.outbox(after: from, limit: limit)
      }
      cursor = page.last?.number ?? from
      let horizon = RecordedChange.usualHorizon
      let news = page.filter { withBackfill || !$0.isBackfill(horizon: horizon) }
      let isFull = page.count == limit
      if news.isEmpty, isFull { continue }
      if news.isEmpty, polls > 0, !isDraining {
        polls -= 1
        let pause = Duration.seconds(1) / Self.pollsPerSecond
        do { try await Task.sleep(for: pause) } catch { polls = 0 }
        continue
      }
      return .json([
        "changes": .array(news.map { $0.json(horizon: horizon) }),
        "cursor": .string(String(cursor)), "more": .bool(isFull),
      ])
    }
  }

  /// Where a request begins.
  private func firstCursor(_ query: WebQuery) async throws(WebProblem) -> Int64 {
    let (after, since) = (try query.cursor(), try query.instant(.since))
    if after != nil, since != nil {
      throw WebProblem(.badRequest, "'after' and 'since' exclude each other.")
    }
    let (bounds, start) = try await ask { (ledger) throws(LedgerError) in
      let start = try since.map { (instant) throws(LedgerError) in
        try ledger.outboxNumber(before: instant)
      }
      return (try ledger.outboxBounds(), start)
    }
    guard let after else { return start ?? bounds.removed }
    guard after <= bounds.last else {
      throw WebProblem(.badRequest, "'after' is no cursor of this ledger.")
    }
    guard after >= bounds.removed else {
      throw WebProblem(
        .cursorExpired,
        "Changes after it were removed for their age. Go on without a cursor, and look at how the "
          + "accounts stand by /v1/access.")
    }
    return after
  }
}

extension WebQuery {
  /// A whole number of a range; `nil` where the parameter is not there.
  func number(
    _ parameter: WebRoute.Parameter, in range: ClosedRange<Int>
  ) throws(WebProblem) -> Int? {
    guard let text = self[parameter] else { return nil }
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      throw WebProblem(
        .badRequest,
        "'\(parameter.rawValue)' is a whole number from \(range.lowerBound) to "
          + "\(range.upperBound).")
    }
    return number
  }

  /// An instant; `nil` where the parameter is not there.
  func instant(_ parameter: WebRoute.Parameter) throws(WebProblem) -> Timestamp? {
    guard let text = self[parameter] else { return nil }
    guard let instant = Timestamp(rfc3339: text) else {
      throw WebProblem(
        .badRequest, "'\(parameter.rawValue)' is a time by RFC 3339, its + written as %2B.")
    }
    return instant
  }

  /// The cursor; `nil` where there is none.
  func cursor() throws(WebProblem) -> Int64? {
    guard let text = self[.after] else { return nil }
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(text)
    else { throw WebProblem(.badRequest, "'after' is the cursor of an earlier answer.") }
    return number
  }
}
