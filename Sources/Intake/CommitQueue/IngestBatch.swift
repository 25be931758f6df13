import EventLedger
import StorePayloads
import SubscriptionCore

/// What one request brought, read and verified, on its way into the ledger.
public struct IngestBatch: Sendable {
  /// The messages, in order.
  var batch: ParsedBatch
  /// Why messages in it are refused, in order; empty when all are to be stored.
  public private(set) var refusals: [Refusal] = []
  /// How many refused messages nobody keeps, and where they came from.
  private(set) var unkept: (origin: String, count: Int)?
  /// Whether the store used a kind or a value that this build does not know.
  public private(set) var hasUnknown = false

  /// Creates a delivery without messages.
  init() { batch = ParsedBatch() }

  /// A delivery of what operators, the app or the daemon itself recorded.
  public init(_ actions: [ActionRecord]) {
    batch = ParsedBatch()
    for action in actions { batch.add(action.payload) }
  }

  /// Adds one message.
  mutating func add(
    _ outcome: ReadOutcome, origin: String, receivedAt: Timestamp, keepsRefused: Bool = true,
    backfill: Int64? = nil
  ) {
    switch outcome {
    case .payload(let payload):
      if payload.hasUnknown { hasUnknown = true }
      batch.add(payload, backfill: backfill)
    case .refused(let refusal):
      refusals.append(refusal)
      guard keepsRefused else {
        unkept = (origin, (unkept?.count ?? 0) + 1)
        return
      }
      batch.add(
        RefusedEntry(
          identity: refusal.identity, raw: refusal.raw, receivedAt: receivedAt, origin: origin,
          line: 0, reason: refusal.reason, field: refusal.field))
    }
  }
}

extension Intake {
  /// Reads an App Store Server Notification as it was posted, and refuses every other format.
  ///
  /// - Parameters:
  ///   - body: The body of the request.
  ///   - origin: The route, for the quarantine.
  ///   - now: The present, which is when it was heard.
  ///   - keepsRefused: Whether the quarantine has room for it, should it be refused; what has none
  ///     is refused at less cost.
  /// - Returns: The notification, or why it is refused.
  public func readNotification(
    _ body: ArraySlice<UInt8>, origin: String, now: Timestamp, keepsRefused: Bool = true
  ) -> IngestBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    var delivery = IngestBatch()
    delivery.add(
      reader.readNotification(body, receivedAt: now, keepsRefused: keepsRefused),
      origin: origin, receivedAt: now, keepsRefused: keepsRefused)
    return delivery
  }

  /// Reads documents that this process made or asked for itself, in any of the formats.
  ///
  /// - Parameters:
  ///   - documents: The documents, in the order in which they are to be stored.
  ///   - origin: Where they came from, for the quarantine.
  ///   - now: The present, which is when they were heard where they do not say it themselves.
  /// - Returns: What they brought.
  public func readDocuments(
    _ documents: [IncomingDocument], origin: String, now: Timestamp
  ) -> IngestBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    var delivery = IngestBatch()
    for document in documents {
      let outcomes = reader.read(
        document.bytes, receivedAt: document.receivedAt, heardAt: now)
      for outcome in outcomes {
        delivery.add(
          outcome, origin: origin, receivedAt: document.receivedAt ?? now,
          backfill: document.backfill)
      }
    }
    return delivery
  }
}
