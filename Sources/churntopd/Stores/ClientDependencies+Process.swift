import StoreClients
import StoreSync

extension ClientDependencies {
  /// The network, clock and chance of this process.
  init(
    _ dependencies: Dependencies, tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    self.init(
      transport: URLSessionTransport(), now: dependencies.clock,
      sleep: { try await Task.sleep(for: $0) }, jitter: dependencies.jitter, tell: tell)
  }

  /// What carries questions whose answers may take a minute and more.
  var patient: any HTTPTransport {
    transport is URLSessionTransport ? URLSessionTransport(limit: .seconds(100)) : transport
  }
}
