import Hummingbird
import NIOCore
import Synchronization

/// What is known about a request beside itself.
struct WebContext: RequestContext {
  /// What the server keeps.
  var coreContext: CoreRequestContextStorage
  /// The connection.
  let channel: any Channel
  /// Whether somebody has begun to read the request's body.
  let body = BodyState()

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Whether somebody has begun to read a request's body.
final class BodyState: Sendable {
  private let began = Atomic(false)

  /// Whether somebody has.
  var hasBegun: Bool { began.load(ordering: .relaxed) }

  /// Notes that somebody does.
  func begin() { began.store(true, ordering: .relaxed) }
}
