import ConfigurationFiles
import EventLedger
import ProgramConventions

/// Why a session writes nothing.
enum ReadOnlyCause: Hashable {
  /// An option, a variable or a configuration file says so.
  case setting(SettingOrigin)
  /// A configuration that cannot be read might say so; the sentence says what is wrong with it.
  case damage(String)
  /// The system lets this user write neither the file nor what SQLite puts beside it.
  case permission(user: String)

  /// The cause, to follow a comma or a colon.
  var words: String {
    switch self {
    case .setting(let origin): "set by \(origin.text)"
    case .damage(let sentence): sentence
    case .permission(let user): "\(user) has no permission to write it"
    }
  }

  /// What makes the ledger one that may be written.
  var cure: String {
    switch self {
    case .setting(.option(let name)): "Leave out \(name)."
    case .setting(let origin): "Change it there (\(origin.text))."
    case .damage: "Mend the configuration: churntop config validate."
    case .permission: "Ask its owner for permission to write the file and its folder."
    }
  }

  /// That nothing can be written to a ledger, why, and what to do.
  func refusal(_ path: String) -> CommandError {
    .failed("\(path): nothing was written, since the ledger is read-only: \(words). \(cure)")
  }

  /// That a ledger has to be brought to the present form before it can be read.
  func outdated(_ path: String) -> CommandError {
    .failed(
      "\(LedgerError.outdated(location: path).problem) Any command of somebody who may write it "
        + "brings it to the present form. Here it is read-only: \(words). \(cure)")
  }
}
