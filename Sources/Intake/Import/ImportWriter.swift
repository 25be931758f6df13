import Dispatch
import EventLedger
import Glibc
import SubscriptionCore

/// The writer of an import: it stores many batches in one transaction and counts the outcomes.
struct ImportWriter {
  /// The report so far.
  private(set) var report = ImportReport()

  private let now: Timestamp
  private let bytesTotal: Int64?
  private var bytesDone: Int64 = 0

  /// The part of a batch that is needed after it is stored.
  private struct Outline {
    enum Item {
      case entry(hasUnknown: Bool, subscriptions: [UInt64])
      case refused(RefusedEntry)
    }

    let items: [Item]
    let byteCount: Int

    init(_ batch: ParsedBatch, byteCount: Int) {
      self.byteCount = byteCount
      items = batch.items.map { item in
        switch item {
        case .entry(let entry):
          .entry(
            hasUnknown: entry.hasUnknown, subscriptions: entry.events.map { $0.subscription.mark })
        case .refused(let entry): .refused(entry)
        }
      }
    }
  }

  /// Messages of one transaction; a large one writes pages that many messages change only once.
  private static let transactionItems = 40_000
  /// Bytes of payload of one transaction.
  private static let transactionBytes = 48 << 20
  /// The time for which a transaction waits for a batch that is not parsed yet.
  private static let patience = DispatchTimeInterval.milliseconds(50)

  /// The time for which a server that restarts is waited for, and the pause between two attempts.
  private static let restartMax = DispatchTimeInterval.seconds(30)
  private static let restartPause: UInt32 = 500_000

  /// Creates a writer with an empty report.
  init(now: Timestamp, bytesTotal: Int64?) { (self.now, self.bytesTotal) = (now, bytesTotal) }

  var progress: ImportProgress {
    ImportProgress(bytesDone: bytesDone, bytesTotal: bytesTotal, read: report.read)
  }

  /// Stores every batch of a channel, and reports progress after each transaction.
  ///
  /// A ledger on a server has a transaction for each batch anyway, and is given one at a time:
  /// what was stored before an error is counted.
  mutating func store(
    _ feed: BatchChannel, in ledger: any Ledger, tell: (ImportProgress) -> Void
  ) throws(LedgerError) {
    while let first = feed.take() {
      var outlines: [Outline] = []
      var (items, bytes) = (0, 0)
      func open(_ batch: ParsedBatch, _ byteCount: Int) -> [LedgerEntry] {
        items += batch.items.count
        bytes += batch.byteCount
        outlines.append(Outline(batch, byteCount: byteCount))
        return batch.entries
      }
      let entries = open(first.batch, first.byteCount)
      let outcomes = try repeating(in: ledger) { () throws(LedgerError) -> [[AppendOutcome]] in
        var isFirst = true
        return try ledger.append(now: now) {
          if isFirst {
            isFirst = false
            return entries
          }
          guard ledger.file != nil, items < Self.transactionItems, bytes < Self.transactionBytes,
            let next = feed.take(until: .now() + Self.patience)
          else { return nil }
          return open(next.batch, next.byteCount)
        }
      }
      try settle(outlines, outcomes, in: ledger)
      tell(progress)
    }
  }

  /// Writes again where the server of a ledger restarts meanwhile: what it has stored already stays
  /// as it is.
  private func repeating<Value>(
    in ledger: any Ledger, _ write: () throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    var deadline: DispatchTime?
    while true {
      do throws(LedgerError) {
        return try write()
      } catch {
        let now = DispatchTime.now()
        let end = deadline ?? now + Self.restartMax
        guard case .unavailable = error, ledger.file == nil, now < end else { throw error }
        deadline = end
        usleep(Self.restartPause)
      }
    }
  }

  /// Counts what was stored, and quarantines what was refused.
  private mutating func settle(
    _ outlines: [Outline], _ outcomes: [[AppendOutcome]], in ledger: any Ledger
  ) throws(LedgerError) {
    var refused: [RefusedEntry] = []
    for (outline, outcomes) in zip(outlines, outcomes) {
      var outcomes = outcomes[...]
      report.read += outline.items.count
      bytesDone += Int64(outline.byteCount)
      for item in outline.items {
        switch item {
        case .refused(let entry):
          report.add(ImportRefusal(entry))
          refused.append(entry)
        case .entry(let hasUnknown, let subscriptions):
          switch outcomes.popFirst() {
          case .stored:
            report.stored += 1
            if hasUnknown { report.unknownKind += 1 }
            for mark in subscriptions { report.marks.insert(mark) }
          case .duplicate, nil: report.duplicate += 1
          }
        }
      }
    }
    report.subscriptions = report.marks.count
    guard !refused.isEmpty else { return }
    try repeating(in: ledger) { () throws(LedgerError) in try ledger.refuse(refused) }
  }

  /// Records the duration, and the error that ended the import early.
  mutating func finish(after elapsed: Duration, failure: ImportError?) {
    (report.elapsed, report.failure) = (elapsed, failure)
  }
}
