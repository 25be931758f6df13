import ConfigurationFiles
import EventLedger
import ProgramConventions

/// The name that a ledger records for whoever uses the program.
struct ActorName: Sendable {
  /// The configured name; `nil` for none.
  let configured: String?
  /// The login name on this machine.
  let login: String

  /// Returns the name in a ledger: the configured one, or else on a server that of the user who is
  /// logged in to it.
  ///
  /// Login names of different machines can be the same for different people, as `root` is.
  ///
  /// - Throws: A `LedgerError` if the server is out of reach.
  func name(in ledger: any Ledger) throws(LedgerError) -> String {
    if let configured { return configured }
    return try LedgerEngine.user(of: ledger) ?? login
  }
}

extension Session {
  /// The name that ledgers record.
  var actorName: ActorName {
    ActorName(configured: settings.values[.actor]?.text, login: dependencies.user)
  }

  /// Returns the actor to record in a ledger: the name of `--by`, or else that of the session.
  func actor(by name: String? = nil, in ledger: any Ledger) throws -> String {
    guard let name else { return try actorName.name(in: ledger) }
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw CommandError.notUnderstood(
        "--by: the name is empty; say who did it, or leave the option out.")
    }
    return name
  }
}
