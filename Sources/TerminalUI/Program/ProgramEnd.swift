/// Why a program stopped.
public enum ProgramEnd: Hashable, Sendable {
  /// The program said it was over.
  case finished
  /// A signal asked it to end; the number is the signal's.
  case terminated(signal: Int32)
  /// The terminal went away.
  case closed
}
