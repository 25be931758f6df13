import EventLedger
import ProgramConventions
import SubscriptionCore

/// The recorder of accesses to personal data outside of the dashboard's own model.
struct AccessRecorder: Sendable {
  /// The operator's name.
  let actor: ActorName
  /// The clock of the entries: also in a simulated world the system's.
  let clock: @Sendable () -> Timestamp

  /// Records an access in a ledger that records any.
  ///
  /// - Throws: A `LedgerError`, with nothing recorded.
  func record(
    _ kind: PersonalDataAccess.Kind, by command: String, format: String? = nil,
    count: Int? = nil, of subscription: SubscriptionID? = nil, in ledger: any Ledger
  ) throws(LedgerError) {
    guard ledger.auditMode == .recorded else { return }
    try ledger.record(
      PersonalDataAccess(
        .known(kind), at: clock(), actor: actor.name(in: ledger), command: command,
        format: format, count: count, of: subscription))
  }
}

extension Session {
  /// The recorder of the session's accesses to personal data.
  var accessRecorder: AccessRecorder { AccessRecorder(actor: actorName, clock: MachineClock.now) }

  /// The reason that a team's ledger hides names and mail addresses from the session.
  var hidingReason: String {
    let cause =
      readOnlyCause.map { "this session writes nothing (\($0.words))" }
      ?? "the role in its database may not do that ('churntop ledger roles' has the rights)"
    return "Names and mail addresses are hidden: the ledger records who sees them, and \(cause)."
  }

  /// Records that subscribers are about to be printed, and returns whether names and mail addresses
  /// are to be hidden.
  ///
  /// - Throws: A `CommandError` where a team's ledger cannot record it.
  func hidesPersonalData(
    from command: String, format: OutputFormat, count: Int? = nil,
    of subscription: SubscriptionID? = nil, in ledger: any Ledger
  ) throws(CommandError) -> Bool {
    guard ledger.auditMode != .hidden else {
      diagnostics.say(hidingReason)
      return true
    }
    let kind: PersonalDataAccess.Kind =
      subscription != nil ? .viewed : format == .text ? .listed : .exported
    try record(
      kind, by: command, format: format.rawValue, count: count, of: subscription, in: ledger)
    return false
  }

  /// Records that the ledger's data is about to leave it as a whole: a number of rows, or every
  /// entry.
  ///
  /// - Throws: A `CommandError` where a team's ledger cannot record it.
  func recordExport(
    by command: String, format: String? = nil, of ledger: any Ledger,
    counting count: (() throws -> Int)? = nil
  ) throws {
    guard ledger.auditMode != .hidden else {
      throw CommandError.failed("Nothing was written. \(hidingReason)")
    }
    let rows = try count?() ?? Int(try ledger.lastPosition())
    try record(.exported, by: command, format: format, count: rows, in: ledger)
  }

  /// Records an access; a file that is busy or full is read all the same, as any program can.
  func record(
    _ kind: PersonalDataAccess.Kind, by command: String, format: String?, count: Int? = nil,
    of subscription: SubscriptionID? = nil, in ledger: any Ledger
  ) throws(CommandError) {
    do throws(LedgerError) {
      try accessRecorder.record(
        kind, by: command, format: format, count: count, of: subscription, in: ledger)
    } catch {
      guard !address.isServer else {
        throw .failed(
          "Nothing was printed, since the ledger could not record who sees personal data: "
            + error.description)
      }
      diagnostics.say("It is not recorded who saw personal data: \(error.description)")
    }
  }
}
