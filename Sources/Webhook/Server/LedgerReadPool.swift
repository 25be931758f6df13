import EventLedger
import Foundation

/// Asks the ledger for the sake of requests, on threads of its own.
///
/// A ledger's calls block, and the threads that serve requests are as few as processors.
final class LedgerReadPool: Sendable {
  private let ledger: any Ledger
  private let seats: OperationQueue

  /// The most questions that wait; more are turned away.
  static let waitingMax = 512

  /// Creates a desk.
  init(_ ledger: any Ledger) {
    self.ledger = ledger
    seats = OperationQueue()
    seats.maxConcurrentOperationCount = 4
    seats.qualityOfService = .userInitiated
  }

  /// Asks the ledger.
  ///
  /// - Throws: ``LedgerError``; a desk with too many questions counts as a busy ledger.
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
