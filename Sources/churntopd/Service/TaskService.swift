import ServiceLifecycle

/// A loop as a service, which is cancelled when the process is asked to stop.
struct TaskService: Service {
  private let body: @Sendable () async -> Void

  /// Wraps a loop.
  init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

  /// Runs the loop until it ends or the process is asked to stop.
  func run() async throws {
    await cancelWhenGracefulShutdown { await body() }
  }
}
