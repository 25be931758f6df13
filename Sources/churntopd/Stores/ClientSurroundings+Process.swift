import StoreClients
import StoreSync

extension ClientSurroundings {
  /// The network, clock and chance of this process.
  init(
    _ surroundings: Surroundings, tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    self.init(
      transport: URLSessionTransport(), now: surroundings.clock,
      sleep: { try await Task.sleep(for: $0) }, jitter: surroundings.jitter, tell: tell)
  }

  /// What carries questions whose answers may take a minute and more.
  var patient: any HTTPTransport {
    transport is URLSessionTransport ? URLSessionTransport(limit: .seconds(100)) : transport
  }
}
