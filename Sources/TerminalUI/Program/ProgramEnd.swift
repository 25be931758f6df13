/// The reason for which a program stopped.
public enum ProgramEnd: Hashable, Sendable {
  /// The program finished.
  case finished
  /// A signal requested its end; the number is the signal's.
  case terminated(signal: Int32)
  /// The terminal was closed.
  case closed
}
