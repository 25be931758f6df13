import EventLedger
import StorePayloads
import SubscriptionCore

/// The messages of some documents after parsing: entries to store and refusals to keep.
public struct ParsedBatch: Sendable {
  /// One message.
  enum Item: Sendable {
    /// To be stored.
    case entry(LedgerEntry)
    /// To be kept in quarantine.
    case refused(RefusedEntry)
  }

  /// The messages, in the order of the input.
  var items: [Item] = []
  /// The bytes of payload that they hold.
  var byteCount = 0

  init() {}

  /// The entries to store.
  var entries: [LedgerEntry] {
    items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// The refusals to keep.
  var refused: [RefusedEntry] {
    items.compactMap { if case .refused(let entry) = $0 { entry } else { nil } }
  }

  /// Reads documents.
  init(
    _ documents: some Sequence<IncomingDocument>, origin: String, now: Timestamp,
    reader: inout PayloadReader
  ) {
    for document in documents {
      read(
        document.bytes, line: document.line, receivedAt: document.receivedAt, origin: origin,
        now: now, backfill: document.backfill, reader: &reader)
    }
  }

  /// Reads one more document.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, line: Int, receivedAt: Timestamp?, origin: String,
    now: Timestamp, backfill: Int64? = nil, reader: inout PayloadReader
  ) {
    for outcome in reader.read(bytes, receivedAt: receivedAt, heardAt: now) {
      switch outcome {
      case .payload(let payload): add(payload, backfill: backfill)
      case .refused(let refusal):
        add(RefusedEntry(refusal, receivedAt: receivedAt ?? now, origin: origin, line: line))
      }
    }
  }

  /// Adds a payload, which may answer a backfill item.
  mutating func add(_ payload: StorePayload, backfill: Int64? = nil) {
    byteCount += payload.raw.count
    var entry = LedgerEntry(payload)
    entry.backfill = backfill
    items.append(.entry(entry))
  }

  /// Adds a refusal.
  mutating func add(_ refused: RefusedEntry) {
    byteCount += refused.raw.count
    items.append(.refused(refused))
  }

  /// Adds the messages of another batch after these.
  mutating func append(_ other: ParsedBatch) {
    items.append(contentsOf: other.items)
    byteCount += other.byteCount
  }
}

extension LedgerEntry {
  /// The entry of a payload.
  init(_ payload: StorePayload) {
    self.init(
      identity: payload.identity, format: payload.format.rawValue, raw: payload.raw,
      receivedAt: payload.receivedAt, verification: payload.verification,
      hasUnknown: payload.hasUnknown, events: payload.events)
  }
}

extension RefusedEntry {
  /// The entry of a refusal; without lines, `line` is 0.
  public init(_ refusal: Refusal, receivedAt: Timestamp, origin: String, line: Int = 0) {
    self.init(
      identity: refusal.identity, raw: refusal.raw, receivedAt: receivedAt, origin: origin,
      line: line, reason: refusal.reason, field: refusal.field)
  }
}

extension ImportRefusal {
  /// The refusal of a quarantined message.
  init(_ refused: RefusedEntry) {
    self.init(
      file: refused.origin, line: refused.line, reason: refused.reason, field: refused.field)
  }
}
