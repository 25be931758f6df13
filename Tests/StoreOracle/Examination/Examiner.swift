import EventLedger
import SeededNumbers
import StorePayloads
import SubscriptionCore

/// One thing that differs.
public struct OracleFinding: Hashable, Sendable {
  /// The name of what differs, for example `state` or `plan`.
  public var what: String
  /// One sentence with both values.
  public var text: String
}

/// Something that a ledger says of a life and that is not true.
public struct OracleDifference: Sendable, CustomStringConvertible {
  /// The seed of the life.
  public var seed: UInt64
  /// How it was told.
  public var telling: Telling
  /// When it was asked.
  public var instant: Timestamp
  /// What differs.
  public var findings: [OracleFinding]
  /// The life up to the instant, one line a change.
  public var story: String

  /// The difference with everything needed to look into it.
  public var description: String {
    "seed \(seed), \(telling.rawValue), at \(instant.rfc3339):\n"
      + findings.map { "  " + $0.text }.joined(separator: "\n") + "\n" + story
  }
}

/// Tells lives to the real door and compares what comes out with the truth.
public struct Examiner: Sendable {
  /// The policy by which dates are projected that no store states.
  public static let policy = ChurnPolicy.standard

  /// Creates an examiner.
  public init() {}

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
      case .today, .oldToday, .losses, .middle: 3
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
    let entries = entries(telling.documents(of: life, until: instant))
    var findings = entries.refusals.map { OracleFinding(what: "refused", text: $0) }
    let subscribers = subscribers(entries.entries, at: instant)
    for name in life.names {
      guard let change = life.change(of: name, at: instant) else { continue }
      let label = life.names.count > 1 ? "[\(change.key)] " : ""
      guard let subscriber = subscribers[name] else {
        findings.append(OracleFinding(what: "subscriber", text: label + "nobody is known"))
        continue
      }
      let comparison = Comparison(
        truth: change.truth, record: change.record, subscriber: subscriber, instant: instant,
        telling: telling,
        store: life.store)
      findings += comparison.findings.map {
        OracleFinding(what: $0.what, text: label + $0.text)
      }
    }
    guard !findings.isEmpty else { return nil }
    return OracleDifference(
      seed: life.seed, telling: telling, instant: instant, findings: findings,
      story: life.story(until: instant))
  }

  /// Reads documents by the real door.
  private func entries(_ documents: [OracleDocument]) -> (
    entries: [LedgerEntry], refusals: [String]
  ) {
    var reader = PayloadReader(trust: TrustPolicy(mode: .signed))
    var entries: [LedgerEntry] = []
    var refusals: [String] = []
    for document in documents {
      for outcome in reader.read(ArraySlice(document.text.utf8), heardAt: document.arrivesAt) {
        switch outcome {
        case .payload(let payload):
          entries.append(
            LedgerEntry(
              identity: payload.identity, format: payload.format.rawValue, raw: payload.raw,
              receivedAt: payload.receivedAt, verification: payload.verification,
              hasUnknown: payload.hasUnknown, events: payload.events))
        case .refused(let refusal):
          refusals.append("refused: \(refusal.field): \(refusal.reason)")
        }
      }
    }
    return (entries, refusals)
  }

  /// Folds entries: through a ledger where purchases lie beside each other, otherwise directly.
  private func subscribers(_ entries: [LedgerEntry], at instant: Timestamp) -> [String: Subscriber]
  {
    var byID: [SubscriptionID: [SubscriptionEvent]] = [:]
    for event in entries.flatMap(\.events) { byID[event.subscription, default: []].append(event) }
    var found: [Subscriber] = []
    if byID.count > 1 {
      let ledger = MemoryLedger(policy: Self.policy)
      if (try? ledger.append(entries, now: instant)) != nil {
        found = (try? ledger.subscribers(Array(byID.keys))) ?? []
      }
    } else {
      found = byID.values.compactMap { Subscriber.fold($0) }
    }
    return found.reduce(into: [:]) { all, subscriber in
      let name = subscriber.facts.purchaseToken ?? subscriber.facts.originalTransactionID
      if let name { all[name] = subscriber }
    }
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

extension Life {
  /// The life up to an instant, one line a change.
  func story(until instant: Timestamp) -> String {
    changes.filter { $0.at <= instant }.map { change in
      let word =
        switch change.word {
        case .developer(let type): "RTDN \(type)"
        case .voided: "voided"
        case .notification(let type, let subtype, _): type + (subtype.map { "/" + $0 } ?? "")
        case nil: "-"
        }
      return "    \(change.at.rfc3339) [\(change.key)] \(word): \(change.note) -> "
        + "\(change.truth.state.rawValue) \(change.truth.plan)"
    }.joined(separator: "\n")
  }
}
