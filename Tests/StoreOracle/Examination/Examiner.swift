import EventLedger
import SeededNumbers
import SubscriptionCore

/// Tells lives to the real door and compares what comes out with the truth.
public struct Examiner: Sendable {
  /// The policy by which dates are projected that no store states.
  public static let policy = ChurnPolicy.standard

  /// Whether documents that a difference does not need are marked in its story.
  public var isShrinking: Bool

  /// Creates an examiner.
  public init(isShrinking: Bool = true) { self.isShrinking = isShrinking }

  /// Examines one life told in one way; an empty list is agreement.
  ///
  /// - Parameters:
  ///   - seed: The seed of the life.
  ///   - telling: How it is told.
  /// - Returns: The differences, the earliest instant first.
  public func examine(seed: UInt64, telling: Telling) -> [OracleDifference] {
    let life = Life.of(seed: seed)
    return instants(of: life, telling).compactMap { instant in
      difference(life, telling, at: instant)
    }
  }

  /// Some quiet instants of a life; where everything is told at the end, fewer.
  private func instants(of life: Life, _ telling: Telling) -> [Timestamp] {
    guard let first = life.changes.first?.at, let last = life.changes.last?.at else { return [] }
    var random = SeededNumbers(seed: life.seed &* 31 &+ 5)
    let count =
      switch telling {
      case .prompt: 6
      case .today, .oldToday, .oldPrompt, .losses, .middle: 3
      case .shuffled, .bare, .late: 1
      }
    // What the clock does after the last change is not part of the life.
    let lasting = life.names.compactMap { life.change(of: $0, at: last)?.truth }
      .compactMap { $0.state.isEnding ? $0.accessUntil ?? $0.resumesAt : nil }.min()
    var end = last + .hours(Int.random(in: 1...30, using: &random))
    if let lasting, end > lasting - .minutes(15) { end = max(last, lasting - .minutes(15)) }
    var instants = (0..<count).compactMap { _ -> Timestamp? in
      let instant = Timestamp(
        milliseconds: Int64.random(in: first.milliseconds...end.milliseconds, using: &random))
      return life.isUnsettled(at: instant, within: .minutes(10)) ? nil : instant
    }
    instants.append(end)
    return instants.sorted()
  }

  private func difference(
    _ life: Life, _ telling: Telling, at instant: Timestamp
  ) -> OracleDifference? {
    let documents = telling.documents(of: life, until: instant)
    let findings = findings(life, telling, documents, at: instant)
    guard let first = findings.first else { return nil }
    let needed = shrunk(documents) { documents in
      self.findings(life, telling, documents, at: instant).contains(first)
    }
    return OracleDifference(
      seed: life.seed, telling: telling, instant: instant, findings: findings,
      story: life.story(until: instant, telling: Set(needed.compactMap(\.place))))
  }

  /// As few documents as still show a difference: each is left out where it is not needed.
  private func shrunk(
    _ documents: [OracleDocument], _ differs: ([OracleDocument]) -> Bool
  ) -> [OracleDocument] {
    guard isShrinking else { return documents }
    var needed = documents
    for index in needed.indices.reversed() {
      var fewer = needed
      fewer.remove(at: index)
      if differs(fewer) { needed = fewer }
    }
    return needed
  }

  private func findings(
    _ life: Life, _ telling: Telling, _ documents: [OracleDocument], at instant: Timestamp
  ) -> [OracleFinding] {
    let (entries, refusals) = RealQueue.entries(documents)
    let subscribers = RealQueue.subscribers(entries, at: instant)
    var findings = refusals.map { OracleFinding(what: "refused", text: "refused: " + $0) }
    for name in life.names {
      guard let change = life.change(of: name, at: instant) else { continue }
      let label = life.names.count > 1 ? "[\(change.key)] " : ""
      guard let subscriber = subscribers[name] else {
        // Nobody tells of a purchase before it is paid.
        if change.truth.state == .pending, telling != .today { continue }
        findings.append(OracleFinding(what: "subscriber", text: label + "nobody is known"))
        continue
      }
      let comparison = Comparison(
        truth: change.truth, record: change.record, subscriber: subscriber, instant: instant,
        telling: telling, store: life.store)
      findings += comparison.findings.map {
        OracleFinding(what: $0.what, text: label + $0.text)
      }
    }
    return findings
  }

  /// The entries by which a life is told to its end, for ledgers that are to agree.
  ///
  /// - Parameters:
  ///   - seed: The seed of the life.
  ///   - telling: How it is told.
  /// - Returns: The entries in the order in which they arrive, and an instant behind them.
  public func entries(
    seed: UInt64, telling: Telling
  ) -> (entries: [LedgerEntry], instant: Timestamp) {
    let life = Life.of(seed: seed)
    let instant = instants(of: life, telling).last ?? .epoch
    return (RealQueue.entries(telling.documents(of: life, until: instant)).entries, instant)
  }
}

extension SubscriptionState {
  /// Whether the clock alone ends it at a date.
  fileprivate var isEnding: Bool {
    switch self {
    case .active, .canceled, .grace, .paused: true
    case .pending, .renewalPending, .hold, .expired, .refunded, .superseded, .unknown: false
    }
  }
}
