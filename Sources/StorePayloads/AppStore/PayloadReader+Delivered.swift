import PlainText
import SubscriptionCore

extension PayloadReader {
  /// Reads a request body that the App Store posts to a server, `{"signedPayload"}`, and refuses
  /// every other format.
  ///
  /// Unlike an import from a file, a server open to anyone must not accept an archive record, an
  /// action or a receipt.
  ///
  /// - Parameters:
  ///   - document: The body of the request.
  ///   - receivedAt: The instant at which it was received.
  ///   - keepsRefused: A Boolean value that indicates whether the caller stores refused payloads,
  ///     asked only if it is refused; if false, a refusal is cheaper and has neither bytes nor an
  ///     identity.
  /// - Returns: The notification, or why it is refused.
  public mutating func readNotification(
    _ document: ArraySlice<UInt8>, receivedAt: Timestamp,
    keepsRefused: @autoclosure () -> Bool = true
  ) -> ReadOutcome {
    document.withUnsafeBufferPointer { text in
      let context = ReadContext(receivedAt: receivedAt, heardAt: receivedAt)
      do throws(Fault) {
        guard !text.isEmpty else { throw Fault(.document(.empty)) }
        return try JSONDocument.scan(text).withRoot(of: text) { (root) throws(Fault) in
          guard root.kind == .object, case .signedPayload = PayloadShape(root) else {
            let keys = root.members.prefix(6).map { String($0.key.prefix(40)) }
            throw Fault(.document(.unknownShape(keys: keys)))
          }
          return .payload(try signedNotification(root, context).storable())
        }
      } catch {
        // A payload that the store is to send again is not stored either.
        return .refused(
          error.error != .proof(.tooManyChains) && keepsRefused()
            ? Refusal(error, raw: text)
            : Refusal(identity: "", raw: [], error: error.error, field: error.field))
      }
    }
  }
}
