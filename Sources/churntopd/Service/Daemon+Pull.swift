import Logging
import StoreSync
import SubscriptionCore
import Webhook

/// The Pub/Sub loops of the daemon.
extension Daemon {
  /// Pulls every configured subscription until the task is cancelled.
  ///
  /// All daemons on a ledger pull: Pub/Sub delivers each message to one of them. A daemon without
  /// the lease stores a pulled message with a request that the daemon with the lease answers.
  func pullLoops(_ server: WebhookServer) async {
    let (logger, errors, jitter) = (logger, errors, dependencies.jitter)
    await withTaskGroup { group in
      for pulled in clients.pulled {
        let name = pulled.api.subscription
        let loop = PullLoop(
          pulled.api, jitter: jitter, sleep: { try await Task.sleep(for: $0) },
          tell: { report in
            switch report {
            case .failed(let what, let error):
              errors.tell(.warning, "messages of \(name) cannot be \(what): \(error)")
            case .returned(let count):
              errors.tell(
                .warning, "messages of \(name) could not be stored and are sent again",
                times: count)
            }
          },
          take: { await server.takePulled($0, from: name, about: pulled.packages) })
        logger.info("messages are pulled", metadata: ["subscription": "\(name)"])
        group.addTask { await loop.run() }
      }
    }
  }
}
