import Logging
import ProgramConventions
import Webhook

/// The API tokens of the daemon.
extension Daemon {
  /// The tokens at the start, and the watch of their file.
  struct Tokens: Sendable {
    let book: TokenStore
    /// The watch of the file; `nil` if no file is configured.
    let watch: TokenWatch?

    /// Reads the tokens of a configuration.
    ///
    /// - Throws: `CommandError` if their file cannot be used.
    init(_ configuration: DaemonConfiguration) throws(CommandError) {
      var watch = configuration.server.tokens.map { TokenWatch(TokenFile(path: $0)) }
      book = try watch?.begin() ?? TokenStore()
      self.watch = watch
    }
  }

  /// Applies the tokens whenever their file has changed.
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
