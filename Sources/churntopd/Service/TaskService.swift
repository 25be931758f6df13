import ServiceLifecycle

/// A service that runs a loop and cancels it when the process is asked to stop.
struct TaskService: Service {
  private let body: @Sendable () async -> Void

  /// Creates the service of a loop.
  init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

  /// Runs the loop until it ends or the process is asked to stop.
  func run() async throws { await cancelWhenGracefulShutdown { await body() } }
}
