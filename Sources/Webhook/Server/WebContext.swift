import Hummingbird
import NIOCore
import Synchronization

/// The context of a request: its connection, and whether its body was read.
struct WebContext: RequestContext {
  /// Hummingbird's part of the context.
  var coreContext: CoreRequestContextStorage
  /// The connection.
  let channel: any Channel
  /// The state of the request's body.
  let body = BodyState()

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// The state of a request's body: reading has begun or not.
final class BodyState: Sendable {
  private let began = Atomic(false)

  /// A Boolean value that indicates whether reading has begun.
  var hasBegun: Bool { began.load(ordering: .relaxed) }

  /// Records that reading begins.
  func begin() { began.store(true, ordering: .relaxed) }
}
