/// The result of reading one item of a document.
public enum ReadOutcome: Hashable, Sendable {
  /// The payload was read.
  case payload(StorePayload)
  /// The payload was refused.
  case refused(Refusal)
}
