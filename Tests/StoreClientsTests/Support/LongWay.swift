import Synchronization

@testable import StoreClients

/// A network on which time passes while a question is on its way.
final class LongWay: HTTPTransport {
  private let network: any HTTPTransport
  private let delay = Mutex<(path: String, duration: Duration, times: Int)?>(nil)
  private let pass: @Sendable (Duration) -> Void

  /// Puts a network at the end of a long way.
  ///
  /// - Parameters:
  ///   - network: What carries questions on.
  ///   - pass: Lets time pass.
  init(_ network: any HTTPTransport, pass: @escaping @Sendable (Duration) -> Void) {
    (self.network, self.pass) = (network, pass)
  }

  /// Delays the next questions whose address contains a text.
  func delay(_ path: String, by duration: Duration, times: Int = 1) {
    delay.withLock { $0 = (path, duration, times) }
  }

  func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
    let passing = delay.withLock { delay -> Duration? in
      guard let (path, duration, times) = delay, times > 0, question.url.contains(path) else {
        return nil
      }
      delay = (path, duration, times - 1)
      return duration
    }
    if let passing { pass(passing) }
    return try await network.reply(to: question)
  }
}
