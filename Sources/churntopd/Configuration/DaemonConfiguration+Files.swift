import EventLedger
import Foundation
import PlainText
import ProgramConventions

/// The files that the daemon keeps on its own machine, whatever engine stores the ledger.
extension DaemonConfiguration {
  /// Returns the path of the sync checkpoints: beside the ledger unless it is configured.
  func checkpointsPath(_ environment: [String: String]) -> String {
    sync.checkpoints ?? localBase(environment) + ".sync"
  }

  /// Returns the path of the alerts' states.
  func alertsPath(_ environment: [String: String]) -> String { localBase(environment) + ".alerts" }

  /// The beginning of the paths of this machine's own files: the ledger's path, or for a ledger on
  /// a server, its name and a hash of its address in the folder that systemd made for the service,
  /// or in the user's.
  private func localBase(_ environment: [String: String]) -> String {
    let address = address
    guard address.isServer else { return ledger }
    let name = address.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    // Databases of one name are many: on other hosts and ports, and by their schemas.
    let hash = String(FNV1a.hash(address.shown.utf8), radix: 36)
    let home = environment["HOME"] ?? "/var/lib"
    let folder =
      environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
      ?? (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/churntopd"
    return folder + "/" + String(name) + "-" + hash
  }

  /// Makes the folder of this machine's own files, where they do not lie beside a ledger.
  func prepareLocalFolder(_ environment: [String: String]) throws(CommandError) {
    guard address.isServer else { return }
    let folder = localBase(environment).parentFolder
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed("The folder \(folder) for the daemon's own files cannot be made.")
    }
  }
}
