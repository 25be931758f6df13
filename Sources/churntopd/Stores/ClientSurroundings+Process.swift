import StoreClients

extension ClientSurroundings {
  /// The network, clock and chance of this process.
  init(_ surroundings: Surroundings) {
    self.init(
      transport: URLSessionTransport(), now: surroundings.clock,
      sleep: { try await Task.sleep(for: $0) }, jitter: surroundings.jitter)
  }
}
