import Logging
import ProgramConventions
import Webhook

/// The daemon as whoever hands tokens out.
extension Daemon {
  /// Takes the tokens over whenever their file has changed.
  func tokenLoop(_ watch: TokenWatch, _ server: WebhookServer) async {
    var watch = watch
    while !Task.isCancelled {
      do { try await Task.sleep(for: TokenWatch.pace) } catch { return }
      switch watch.look() {
      case .changed(let book)?:
        server.accept(book)
        logger.notice("the tokens were read again", metadata: ["tokens": "\(book.tokens.count)"])
      case .unusable(let error)?:
        let why = error.lines.joined(separator: " ")
        logger.warning("the tokens stay as they were: \(why)")
      case nil: break
      }
    }
  }
}
