import EventLedger
import SubscriptionCore

/// What an import has gathered: a batch for the ledger, and the report so far.
struct ImportTally {
  /// The report so far.
  var report = ImportReport()

  private let intake: Intake
  private let now: Timestamp
  private let bytesTotal: Int64?
  private var batch = ReadBatch()
  private var bytesDone: Int64 = 0

  /// Messages of one transaction.
  private static let batchItems = 5_000
  /// Bytes of payload of one transaction, which bounds the memory: 6 MiB.
  private static let batchBytes = 6 << 20

  /// Creates an empty tally.
  init(intake: Intake, now: Timestamp, bytesTotal: Int64?) {
    (self.intake, self.now, self.bytesTotal) = (intake, now, bytesTotal)
  }

  /// How far the import has come.
  var progress: ImportProgress {
    ImportProgress(bytesDone: bytesDone, bytesTotal: bytesTotal, read: report.read)
  }

  /// Gathers one more part of the input, and stores when a transaction is full.
  ///
  /// - Returns: Whether something was stored.
  mutating func add(_ part: ReadBatch, bytes: Int) throws(LedgerError) -> Bool {
    bytesDone += Int64(bytes)
    batch.append(part)
    guard batch.items.count >= Self.batchItems || batch.byteCount >= Self.batchBytes else {
      return false
    }
    try flush()
    return true
  }

  /// Stores what was gathered.
  mutating func flush() throws(LedgerError) {
    guard !batch.items.isEmpty else { return }
    let result = try intake.store(batch, now: now)
    batch = ReadBatch()
    report.add(result)
    for subscription in result.subscriptions { report.marks.insert(subscription.fingerprint) }
    report.subscriptions = report.marks.count
  }
}

extension SubscriptionID {
  /// Eight bytes that stand for the identifier where only different ones are counted (FNV-1a).
  fileprivate var fingerprint: UInt64 {
    rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
