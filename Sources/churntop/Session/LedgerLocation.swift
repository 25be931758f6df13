import ConfigurationFiles
import EventLedger
import Foundation
import PlainText
import ProgramConventions

/// The location of ledgers.
enum LedgerLocation {
  /// Returns the address of a setting.
  ///
  /// Throws for a PostgreSQL server in a build without its client library.
  static func address(
    _ setting: Setting?, dependencies: Dependencies
  ) throws(CommandError) -> LedgerAddress {
    guard let setting else { return LedgerAddress(dependencies.dataFolder + "/ledger.sqlite") }
    let path = try path(setting, dependencies: dependencies)
    if let refusal = LedgerAddress.refusal(of: path) {
      throw .notUnderstood("\(setting.origin.text): \(refusal)")
    }
    let address = LedgerAddress(path)
    if address.isServer, !PostgresSupport.isBuilt {
      throw .notUnderstood("\(setting.origin.text): \(PostgresSupport.missing("churntop"))")
    }
    return address
  }

  private static func path(
    _ setting: Setting, dependencies: Dependencies
  ) throws(CommandError) -> String {
    let text = setting.text
    guard !text.isEmpty else {
      throw .notUnderstood("\(setting.origin.text): the ledger's path is empty.")
    }
    guard text.hasPrefix("~/") else { return text }
    return dependencies.home + text.dropFirst()
  }

  /// Returns the nearest folder above a path that this process may not search; `nil` if it can see
  /// whether the file exists.
  static func closedFolder(above path: String) -> String? {
    var folder = URL(filePath: path).standardizedFileURL.path.parentFolder
    while folder.count > 1 {
      if access(folder, F_OK) == 0 { return access(folder, X_OK) == 0 ? nil : folder }
      folder = folder.parentFolder
    }
    return nil
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Returns whether a file has nothing in it, nor in SQLite's log beside it.
  static func isEmpty(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG && found.st_size == 0
      && !exists(path + "-wal")
  }

  /// Returns whether this process may write a ledger's file, SQLite's log and its index beside it,
  /// and the folder where these are not there yet.
  static func mayWrite(_ path: String) -> Bool {
    func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let beside = [file + "-wal", file + "-shm"].filter(exists)
    guard ([file] + beside).allSatisfy(isWritable) else { return false }
    let folder = file.parentFolder
    return isWritable(folder) || beside.count == 2
  }

  /// Creates the folder of a new file.
  static func prepareFolder(of path: String) throws(CommandError) {
    let folder = path.parentFolder
    guard !exists(folder) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed(
        "The folder \(folder) for the ledger cannot be made. Name another with --ledger.")
    }
  }
}

extension LedgerAddress {
  /// The name under which the state folder keeps what belongs to the ledger: the file's true path,
  /// or the server without any secret.
  var stateKey: String {
    isServer ? shown : URL(fileURLWithPath: text).resolvingSymlinksInPath().path
  }

  /// A Boolean value that indicates whether the ledger may still be there; a server has to be
  /// asked.
  var mayExist: Bool { isServer || LedgerLocation.exists(text) }
}
