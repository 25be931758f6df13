/// The result of reading one item of a document.
public enum ReadOutcome: Hashable, Sendable {
  /// It was read.
  case payload(StorePayload)
  /// It was refused.
  case refused(Refusal)
}
