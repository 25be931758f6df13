/// An error of a ledger that could not do what was asked.
public enum LedgerError: Error, Hashable, Sendable {
  /// The ledger cannot be opened or reached; its place, and the system's reason.
  case unavailable(location: String, detail: String)
  /// The file or its log was removed or replaced while it was open.
  case replaced(location: String)
  /// Another process held it for too long.
  case busy(location: String)
  /// There is no room left to write.
  case full(location: String)
  /// The ledger was opened for reading only.
  case readOnly(location: String)
  /// The role of a server's database may not do what was asked; the server's words.
  case refused(location: String, detail: String)
  /// The file is no ledger, or one of a newer version of the program.
  case unreadable(location: String, detail: String)
  /// A newer program keeps it in a form that this one does not know.
  case newer(location: String, version: Int, known: Int)
  /// An earlier version of the program kept it, and it may not be brought to the present form.
  case outdated(location: String)
  /// The figures are not those of the rows, which follow from the events.
  case figuresDiffer(location: String)
  /// Reading or writing failed half way; nothing was changed.
  case failed(location: String, detail: String)
  /// Something was changed, but not all that was asked; what is left, as a part of a sentence.
  case unfinished(location: String, detail: String)
  /// The answer is no longer wanted (``ReadCancellation``).
  case canceled(location: String)

  /// The detail of ``unreadable(location:detail:)`` for a file in which nothing was ever stored,
  /// where whoever may write it begins a ledger.
  public static let emptyDetail = "it is empty"
}

extension LedgerError: CustomStringConvertible {
  /// The problem, its place and the advice in one line.
  public var description: String { "\(problem) \(advice)" }

  /// The problem and its place.
  public var problem: String {
    switch self {
    case .unavailable(let location, let detail): "\(location): cannot open the ledger: \(detail)."
    case .replaced(let location):
      "\(location): the file that was opened, or its log, is not there any more."
    case .busy(let location): "\(location): another process is reading or writing the ledger."
    case .full(let location): "\(location): no space is left to write to the ledger."
    case .readOnly(let location): "\(location): the ledger is open for reading only."
    case .refused(let location, let detail):
      "\(location): your role in the database may not do that: \(detail)."
    case .unreadable(let location, let detail): "\(location): not a usable ledger: \(detail)."
    case .newer(let location, let version, let known):
      "\(location): a newer program keeps this ledger in version \(version), and this one knows "
        + "\(known) at most."
    case .outdated(let location) where LedgerAddress.namesServer(location):
      "\(location): an earlier version made this ledger, and its tables lack something."
    case .outdated(let location):
      "\(location): an earlier version kept this ledger, which is open for reading only."
    case .figuresDiffer(let location): "\(location): the figures differ from the rows."
    case .failed(let location, let detail):
      "\(location): the ledger failed and nothing was changed: \(detail)."
    case .unfinished(let location, let detail): "\(location): \(detail)."
    case .canceled(let location): "\(location): the query was canceled."
    }
  }

  /// The advice on the problem.
  public var advice: String {
    switch self {
    case .unavailable(let location, _) where LedgerAddress.namesServer(location):
      "Check that the server runs and lets you in, or name another ledger."
    case .unavailable: "Check the path and its permissions, or name another ledger."
    case .replaced:
      "It was removed or replaced. Start the program again once the ledger is in its place."
    case .busy: "Wait until it is done and try again."
    case .full: "Free some space and try again; what was stored before is kept."
    case .readOnly: "Open it for writing, with permission to write it, and try again."
    case .refused:
      "Ask the ledger's owner or the server's administrator; 'churntop ledger roles' prints what "
        + "each role may do."
    case .unreadable:
      "Name another file, or restore a backup; where churntop verify finds nothing, churntop "
        + "rebuild mends it."
    case .newer:
      "Nothing is lost: start the new churntop, and churntopd, in the place of this one."
    case .outdated(let location) where LedgerAddress.namesServer(location):
      "Its owner runs 'churntop ledger migrate', which loses nothing."
    case .outdated:
      "Any command that may write it brings it to the present form."
    case .figuresDiffer: "Run churntop rebuild, which counts them again."
    case .failed: "Try again; if it happens again, run churntop verify."
    case .unfinished: "Run churntop ledger compact, which finishes it."
    case .canceled: "Try again."
    }
  }

  /// A Boolean value that indicates whether the same call may succeed later, if by a newer program
  /// or one that is started again, without any repair.
  public var isTemporary: Bool {
    switch self {
    case .busy, .full, .unavailable, .replaced, .newer, .canceled: true
    case .readOnly, .refused, .unreadable, .outdated, .figuresDiffer, .failed, .unfinished:
      false
    }
  }
}
