import EventLedger
import Foundation

/// The pool of threads on which requests read the ledger.
///
/// A ledger's calls block, and there are only as many threads that serve requests as processors.
final class LedgerReadPool: Sendable {
  private let ledger: any Ledger
  private let seats: OperationQueue

  /// The most reads that wait; more are rejected.
  static let waitingMax = 512

  /// Creates a pool.
  init(_ ledger: any Ledger) {
    self.ledger = ledger
    seats = OperationQueue()
    seats.maxConcurrentOperationCount = 4
    seats.qualityOfService = .userInitiated
  }

  /// Reads the ledger.
  ///
  /// - Throws: `LedgerError`; a pool with too many reads counts as a busy ledger.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any Ledger) throws(LedgerError) -> Answer
  ) async throws(LedgerError) -> Answer {
    guard seats.operationCount < Self.waitingMax else { throw .busy(location: "the server") }
    let ledger = ledger
    return try await withCheckedContinuation {
      (answer: CheckedContinuation<Result<Answer, LedgerError>, Never>) in
      seats.addOperation {
        answer.resume(
          returning: Result { () throws(LedgerError) -> Answer in try question(ledger) })
      }
    }.get()
  }
}
