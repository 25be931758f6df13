import ConfigurationFiles
import EventLedger
import ProgramConventions

/// The reason that a session writes nothing.
enum ReadOnlyCause: Hashable {
  /// An option, a variable or a configuration file requests it.
  case setting(SettingOrigin)
  /// An unreadable configuration might request it; the sentence describes its problem.
  case damage(String)
  /// The user may write neither the file nor SQLite's files beside it.
  case permission(user: String)
  /// The role in the server's database, or the server itself, permits no writing.
  case role

  /// The reason, to follow a comma or a colon.
  var words: String {
    switch self {
    case .setting(let origin): "set by \(origin.text)"
    case .damage(let sentence): sentence
    case .permission(let user): "\(user) has no permission to write it"
    case .role: "the role in its database, or the server, permits no writing"
    }
  }

  /// A Boolean value that indicates whether the user has no permission.
  var isOfPermission: Bool {
    switch self {
    case .permission, .role: true
    case .setting, .damage: false
    }
  }

  /// The remedy.
  var cure: String {
    switch self {
    case .setting(.option(let name)): "Leave out \(name)."
    case .setting(let origin): "Change it there (\(origin.text))."
    case .damage: "Mend the configuration: churntop config validate."
    case .permission: "Ask its owner for permission to write it, its -wal and -shm, and its folder."
    case .role: "Ask its owner for a role that may write: churntop ledger roles."
    }
  }

  /// Returns the error that a ledger cannot be written, with the reason and the remedy.
  func refusal(_ path: String) -> CommandError {
    .failed("\(path): nothing was written, since the ledger is read-only: \(words). \(cure)")
  }

  /// Returns the error that a ledger must be migrated before it can be read.
  func outdated(_ path: String) -> CommandError {
    .failed(
      "\(LedgerError.outdated(location: path).problem) Any command of a user who may write it "
        + "brings it to the present form. Here it is read-only: \(words). \(cure)")
  }
}
