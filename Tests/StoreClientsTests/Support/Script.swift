import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import StoreClients

/// Scripted surroundings: replies in order, a clock that only waiting moves, no chance.
final class Script: HTTPTransport {
  typealias Reply = Result<ClientResponse, TransportError>

  private struct State {
    var replies: [Reply]
    var questions: [ClientRequest] = []
    var waits: [Duration] = []
    var now: Timestamp
  }

  private let state: Mutex<State>
  private let delay: Duration

  /// - Parameters:
  ///   - replies: What is replied, in order; afterwards no connection comes about.
  ///   - now: The present at first.
  ///   - delay: How long every reply takes.
  init(_ replies: [Reply], now: Timestamp = testNow, delay: Duration = .zero) {
    state = Mutex(State(replies: replies, now: now))
    self.delay = delay
  }

  func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
    let delay = delay
    let reply = state.withLock { state in
      state.questions.append(question)
      state.now = state.now + delay
      return state.replies.isEmpty
        ? Reply.failure(.unreachable(reason: "the script is over")) : state.replies.removeFirst()
    }
    return try reply.get()
  }

  /// What was asked so far.
  var questions: [ClientRequest] { state.withLock { $0.questions } }
  /// How long was waited, each time.
  var waits: [Duration] { state.withLock { $0.waits } }
  /// The present.
  var now: Timestamp {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// The surroundings: jitter is always the longest.
  var dependencies: ClientDependencies {
    ClientDependencies(
      transport: self, now: { self.now },
      sleep: { duration in
        self.state.withLock { state in
          state.waits.append(duration)
          state.now = state.now + duration
        }
      }, jitter: { $0 })
  }
}

/// The present of the tests.
let testNow = Timestamp(milliseconds: 1_795_168_800_000)

/// A reply with a body of text.
func reply(_ status: Int, _ body: String = "", _ fields: [String: String] = [:]) -> Script.Reply {
  .success(ClientResponse(status: status, fields: fields, body: Array(body.utf8)))
}

/// The error that an asynchronous question ends with; any other error than ours is recorded.
func failure<Answer>(_ body: () async throws -> Answer) async -> StoreAPIError? {
  do {
    _ = try await body()
    return nil
  } catch let error as StoreAPIError {
    return error
  } catch {
    Issue.record("\(error)")
    return nil
  }
}
