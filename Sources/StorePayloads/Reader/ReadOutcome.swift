/// What became of one item of a document.
public enum ReadOutcome: Hashable, Sendable {
  /// It was understood.
  case payload(StorePayload)
  /// It was not, and why.
  case refused(Refusal)
}
