/// Why a ledger could not do what was asked.
public enum LedgerError: Error, Hashable, Sendable {
  /// It cannot be opened or reached: where, and the reason in the words of the system.
  case unavailable(location: String, detail: String)
  /// Another process held it for too long.
  case busy(location: String)
  /// There is no room left to write.
  case full(location: String)
  /// It was opened for reading only.
  case readOnly(location: String)
  /// It is not a ledger, or one of a newer version of the program.
  case unreadable(location: String, detail: String)
  /// A newer program keeps it in a form that this one does not know.
  case newer(location: String, version: Int, known: Int)
  /// An earlier version of the program kept it, and it may not be brought to the present form.
  case outdated(location: String)
  /// Reading or writing failed half way; nothing was changed.
  case failed(location: String, detail: String)
}
