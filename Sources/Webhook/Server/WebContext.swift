import Hummingbird
import NIOCore

/// What is known about a request beside itself.
struct WebContext: RequestContext {
  /// What the server keeps.
  var coreContext: CoreRequestContextStorage
  /// The connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
