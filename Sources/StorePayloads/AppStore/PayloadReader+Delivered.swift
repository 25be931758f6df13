import PlainText
import SubscriptionCore

extension PayloadReader {
  /// Reads a request body that a store posts to a server, and refuses every other format: the App
  /// Store posts `{"signedPayload"}`, and Google Play a push message of Pub/Sub.
  ///
  /// Unlike an import from a file, a server open to anyone must not accept an archive record, an
  /// action or a receipt.
  ///
  /// - Parameters:
  ///   - document: The body of the request.
  ///   - store: The store whose notifications come to that address.
  ///   - receivedAt: The instant at which it was received.
  ///   - keepsRefused: A Boolean value that indicates whether the caller stores refused payloads,
  ///     asked only if it is refused and not proven; if false, a refusal is cheaper and has neither
  ///     bytes nor an identity.
  /// - Returns: The notification, or why it is refused.
  public mutating func readNotification(
    _ document: ArraySlice<UInt8>, from store: Store, receivedAt: Timestamp,
    keepsRefused: @autoclosure () -> Bool = true
  ) -> ReadOutcome {
    document.withUnsafeBufferPointer { text in
      let context = ReadContext(receivedAt: receivedAt, heardAt: receivedAt)
      do throws(Fault) {
        guard !text.isEmpty else { throw Fault(.document(.empty)) }
        return try JSONDocument.scan(text).withRoot(of: text) { (root) throws(Fault) in
          guard let shape = PayloadShape(root), shape.isPosted(by: store) else {
            let keys = root.members.prefix(6).map { String($0.key.prefix(40)) }
            throw Fault(.document(.noNotification(keys: keys)))
          }
          return .payload(try single(root, as: shape, context).storable())
        }
      } catch {
        // A payload that the store is to send again is not stored either.
        return .refused(
          error.error != .proof(.tooManyChains) && (error.isProven || keepsRefused())
            ? Refusal(error, raw: text)
            : Refusal(identity: "", raw: [], error: error.error, field: error.field))
      }
    }
  }
}

extension PayloadShape {
  /// Returns a Boolean value that indicates whether a store posts notifications in this shape.
  fileprivate func isPosted(by store: Store) -> Bool {
    switch (store, self) {
    case (.appStore, .signedPayload): true
    case (.googlePlay, .pubSubEnvelope), (.googlePlay, .developerNotification): true
    case _: false
    }
  }
}
