import EventLedger
import StorePayloads
import SubscriptionCore

/// The parsed and verified messages of one request, to be stored in one transaction.
public struct IngestBatch: Sendable {
  /// The messages, in order.
  var batch = ParsedBatch()
  /// The refusals of messages in it, in order; empty when all are to be stored.
  public private(set) var refusals: [Refusal] = []
  /// A Boolean value that indicates whether a store, or this process, verifiably sent it; anybody
  /// may have sent another.
  var isProven = true
  /// The number of refused messages that are not kept, and their origin.
  private(set) var unkept: (origin: String, count: Int)?

  /// Creates a delivery without messages.
  init() {}

  /// Creates a delivery of actions of operators, the app or the daemon itself.
  public init(_ actions: [ActionRecord]) {
    for action in actions { batch.add(action.payload) }
  }

  /// Adds one message.
  mutating func add(
    _ outcome: ReadOutcome, origin: String, receivedAt: Timestamp, keepsRefused: Bool = true,
    backfill: Int64? = nil
  ) {
    switch outcome {
    case .payload(let payload): batch.add(payload, backfill: backfill)
    case .refused(let refusal):
      refusals.append(refusal)
      guard keepsRefused else {
        unkept = (origin, (unkept?.count ?? 0) + 1)
        return
      }
      batch.add(RefusedEntry(refusal, receivedAt: receivedAt, origin: origin))
    }
  }
}

extension Intake {
  /// Reads a notification as a store posts it, and refuses every other format.
  ///
  /// - Parameters:
  ///   - body: The body of the request.
  ///   - store: The store whose notifications come to that address; a sender for Google Play is
  ///     authenticated before.
  ///   - origin: The route, for the quarantine.
  ///   - now: The present, at which it was received.
  ///   - keepsRefused: Whether the quarantine has room for it, asked only if it is refused and not
  ///     proven; without room a refusal costs less.
  /// - Returns: The notification, or its refusal.
  public func readNotification(
    _ body: ArraySlice<UInt8>, from store: Store = .appStore, origin: String, now: Timestamp,
    keepsRefused: @autoclosure () -> Bool = true
  ) -> IngestBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    var keeps = true
    func askOnce() -> Bool {
      keeps = keepsRefused()
      return keeps
    }
    var delivery = IngestBatch()
    delivery.add(
      reader.readNotification(
        body, from: store, receivedAt: now, keepsRefused: askOnce()),
      origin: origin, receivedAt: now, keepsRefused: keeps)
    switch store {
    case .appStore: delivery.isProven = delivery.refusals.allSatisfy(\.isProven)
    // The route, or the subscription that is pulled, has proven the sender.
    case .googlePlay: delivery.isProven = true
    }
    return delivery
  }

  /// Reads documents that this process made or requested itself, in any of the formats and in the
  /// order in which they are to be stored, of an origin for the quarantine.
  public func readDocuments(
    _ documents: [IncomingDocument], origin: String, now: Timestamp
  ) -> IngestBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    var delivery = IngestBatch()
    for document in documents {
      let outcomes = reader.read(document.bytes, receivedAt: document.receivedAt, heardAt: now)
      for outcome in outcomes {
        delivery.add(
          outcome, origin: origin, receivedAt: document.receivedAt ?? now,
          backfill: document.backfill)
      }
    }
    return delivery
  }
}
