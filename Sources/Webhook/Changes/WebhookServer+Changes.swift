import EventLedger
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// The seconds that a request may wait for a change.
  static let waitRange = 0...60
  /// The number of changes that a request may limit its answer to.
  static let limitRange = 1...1_000
  /// The limit without a parameter.
  static let limitUsual = 100
  /// The number of outbox reads per second while a request waits.
  private static let pollsPerSecond = 4
  /// The time during which a request passes over backfill in search of a change.
  private static let skippingMax = Duration.seconds(1)

  /// The answer with the changes after a cursor; waits for one where there is none yet.
  ///
  /// An answer's cursor continues after its last change, so that a client that keeps it gets every
  /// change exactly once, also when the daemon was down in between. After a second of backfill
  /// alone an answer has no change, a cursor behind what it passed over, and says that there is
  /// more. A client that has gone is not waited for.
  func changes(
    _ query: WebQuery, _ context: WebContext
  ) async throws(WebProblem) -> WebAnswer {
    let withBackfill = try query.flag(.backfill)
    let limit = try query.number(.limit, in: Self.limitRange) ?? Self.limitUsual
    let wait = try query.number(.wait, in: Self.waitRange) ?? 0
    var cursor = try await firstCursor(query)
    // When too many requests wait already, this one is answered at once.
    let mayWait = beginWait()
    defer { if mayWait { endWait() } }
    var polls = mayWait ? wait * Self.pollsPerSecond : 0
    let end = parts.uptime() + Self.skippingMax
    let pageMax = withBackfill ? limit : Self.limitRange.upperBound
    while true {
      let from = cursor
      let page = try await ask { (ledger) throws(LedgerError) in
        try ledger.outbox(after: from.number, limit: pageMax)
      }
      let horizon = RecordedChange.usualHorizon
      let all = page.filter { withBackfill || !$0.isBackfill(horizon: horizon) }
      let news = all.prefix(limit)
      if let last = all.count > limit ? news.last : page.last {
        cursor = ChangeCursor(last.number, recordedAt: last.recordedAt)
      }
      let hasMore = all.count > limit || page.count == pageMax
      let isEnding = isDraining || Task.isCancelled || connections.hasLeft(context.channel)
      if news.isEmpty, hasMore, !isEnding, parts.uptime() < end { continue }
      if news.isEmpty, !hasMore, !isEnding, polls > 0 {
        polls -= 1
        let pause = Duration.seconds(1) / Self.pollsPerSecond
        do { try await Task.sleep(for: pause) } catch { polls = 0 }
        continue
      }
      parts.metrics.count(.changesServed, by: Int64(news.count))
      return .json([
        "changes": .array(news.map { $0.json(horizon: horizon) }),
        "cursor": .string(cursor.text), "more": .bool(hasMore),
      ])
    }
  }

  /// The cursor at which a request begins.
  private func firstCursor(_ query: WebQuery) async throws(WebProblem) -> ChangeCursor {
    let (after, since) = (try query.cursor(), try query.instant(.since))
    if after != nil, since != nil {
      throw WebProblem(.badRequest, "'after' and 'since' exclude each other.")
    }
    let (bounds, start, isKnown) = try await ask { (ledger) throws(LedgerError) in
      let start = try since.map { (instant) throws(LedgerError) in
        try ledger.outboxNumber(before: instant)
      }
      return (try ledger.outboxBounds(), start, try after?.isOf(ledger) ?? true)
    }
    guard let after else { return ChangeCursor(start ?? bounds.removed) }
    guard after.number <= bounds.last, isKnown else {
      throw WebProblem(
        .cursorExpired,
        "The ledger has no such change: it was restored from a backup, or the cursor is another "
          + "ledger's." + Self.anew)
    }
    guard after.number >= bounds.removed else {
      throw WebProblem(.cursorExpired, "Changes after it were removed for their age." + Self.anew)
    }
    return after
  }

  /// The way on for a client whose cursor leads nowhere.
  private static let anew =
    " Go on without a cursor, and look at how the accounts stand by /v1/access."
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
  func cursor() throws(WebProblem) -> ChangeCursor? {
    guard let text = self[.after] else { return nil }
    guard let cursor = ChangeCursor(text) else {
      throw WebProblem(.badRequest, "'after' is the cursor of an earlier answer.")
    }
    return cursor
  }
}

/// A place among the changes, as a client keeps it: the number of the last change it has, and the
/// instant at which that was recorded.
///
/// A ledger that was restored from a backup gives the same numbers to other changes. By the instant
/// such a cursor is known.
struct ChangeCursor: Equatable {
  /// The number of the change; 0 before the first.
  var number: Int64
  /// The instant at which the change was recorded; `nil` where the client was sent no change yet.
  var recordedAt: Timestamp?

  /// Creates the cursor of a change.
  init(_ number: Int64, recordedAt: Timestamp? = nil) {
    (self.number, self.recordedAt) = (number, recordedAt)
  }

  /// Reads a cursor; `nil` for a text that is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // `Int64` would take signs and capital letters as well.
    func isOf(_ digits: ClosedRange<UInt8>..., upTo count: Int, _ part: Substring) -> Bool {
      (1...count).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in digits.contains { $0.contains(byte) } }
    }
    guard (1...2).contains(parts.count), isOf(0x30...0x39, upTo: 18, parts[0]),
      let number = Int64(parts[0])
    else { return nil }
    self.number = number
    guard parts.count == 2 else { return }
    guard isOf(0x30...0x39, 0x61...0x7A, upTo: 11, parts[1]),
      let milliseconds = Int64(parts[1], radix: 36)
    else { return nil }
    recordedAt = Timestamp(milliseconds: milliseconds)
  }

  /// The cursor as text.
  var text: String {
    guard let recordedAt, recordedAt.milliseconds >= 0 else { return String(number) }
    return "\(number)-" + String(recordedAt.milliseconds, radix: 36)
  }

  /// Returns a Boolean value that indicates whether the ledger has the change of the cursor, as far
  /// as the cursor says which it is.
  func isOf(_ ledger: any Ledger) throws(LedgerError) -> Bool {
    guard number > 0, let recordedAt else { return true }
    let change = try ledger.outbox(after: number - 1, limit: 1).first
    // A change that was removed for its age is not compared.
    return change?.number != number || change?.recordedAt == recordedAt
  }
}
