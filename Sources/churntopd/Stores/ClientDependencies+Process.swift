import StoreClients
import StoreSync

extension ClientDependencies {
  /// Creates dependencies with the network, clock and randomness of this process.
  init(
    _ dependencies: Dependencies, tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    self.init(
      transport: URLSessionTransport(), now: dependencies.clock,
      sleep: { try await Task.sleep(for: $0) }, jitter: dependencies.jitter, tell: tell)
  }

  /// The transport of requests whose responses may take a minute and more.
  var patient: any HTTPTransport {
    transport is URLSessionTransport ? URLSessionTransport(limit: .seconds(100)) : transport
  }
}
