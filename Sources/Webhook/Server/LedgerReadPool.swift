import EventLedger
import Foundation

/// The pool of threads on which requests read the ledger.
///
/// A ledger's calls block, and there are only as many threads that serve requests as processors.
final class LedgerReadPool: Sendable {
  private let ledger: any Ledger
  private let reads: OperationQueue

  /// The most reads that run or wait; more are rejected.
  private let waitingMax: Int

  /// Creates a pool with a number of threads.
  init(_ ledger: any Ledger, threads: Int = 4, waitingMax: Int = 512) {
    (self.ledger, self.waitingMax) = (ledger, waitingMax)
    reads = OperationQueue()
    reads.maxConcurrentOperationCount = threads
    reads.qualityOfService = .userInitiated
  }

  /// Reads the ledger.
  ///
  /// - Throws: `LedgerError`; a pool with too many reads counts as a busy ledger.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any Ledger) throws(LedgerError) -> Answer
  ) async throws(LedgerError) -> Answer {
    guard reads.operationCount < waitingMax else { throw .busy(location: "the server") }
    let ledger = ledger
    return try await withCheckedContinuation {
      (answer: CheckedContinuation<Result<Answer, LedgerError>, Never>) in
      reads.addOperation {
        answer.resume(
          returning: Result { () throws(LedgerError) -> Answer in try question(ledger) })
      }
    }.get()
  }
}
