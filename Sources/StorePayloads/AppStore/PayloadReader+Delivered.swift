import SubscriptionCore

extension PayloadReader {
  /// Reads what the App Store posts to a server, `{"signedPayload"}`, and refuses every other
  /// format.
  ///
  /// A server that anybody can reach must not take in an archive record, an action or a receipt
  /// from whoever posts it, though an import from a file does.
  ///
  /// - Parameters:
  ///   - document: The body of the request.
  ///   - receivedAt: When it was heard.
  ///   - keepsRefused: Whether somebody keeps what is refused; a refusal costs less where nobody
  ///     does, and has neither bytes nor an identity then.
  /// - Returns: The notification, or why it is refused.
  public mutating func readNotification(
    _ document: ArraySlice<UInt8>, receivedAt: Timestamp, keepsRefused: Bool = true
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
          return .payload(try signedNotification(root, context))
        }
      } catch {
        // What is to be sent again is not kept either.
        return .refused(
          keepsRefused && error.error != .proof(.tooManyChains)
            ? Refusal(error, raw: text)
            : Refusal(identity: "", raw: [], error: error.error, field: error.field))
      }
    }
  }
}
