import Dispatch
import EventLedger

/// An executor for blocking work outside the cooperative thread pool.
enum BlockingExecutor {
  private static let queue = DispatchQueue(label: "churntopd.blocking", attributes: .concurrent)

  /// Runs a closure and waits for it without blocking a thread of the pool.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  /// Runs a closure that works with a ledger, as ``run(_:)`` does.
  @discardableResult
  static func attempt<Value: Sendable>(
    _ body: @escaping @Sendable () throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    try await run { Result(catching: body) }.get()
  }
}
