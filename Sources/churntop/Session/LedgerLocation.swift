import ConfigurationFiles
import Foundation
import ProgramConventions

/// Where a ledger lies.
enum LedgerLocation {
  /// The path that a setting means.
  ///
  /// Throws for a PostgreSQL address, which this build has no means to reach.
  static func path(
    _ setting: Setting?, dependencies: Dependencies
  ) throws(CommandError) -> String {
    guard let setting else { return dependencies.dataFolder + "/ledger.sqlite" }
    let text = setting.text
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      throw .notUnderstood(
        "\(setting.origin.text): this build keeps ledgers in SQLite files only and cannot reach "
          + "PostgreSQL. Name a path, such as --ledger churn.sqlite.")
    }
    guard !text.isEmpty else {
      throw .notUnderstood("\(setting.origin.text): the ledger's path is empty.")
    }
    guard text.hasPrefix("~/") else { return text }
    return (dependencies.environment["HOME"] ?? NSHomeDirectory()) + text.dropFirst()
  }

  /// The nearest folder above a path that this process may not look into; `nil` where it sees
  /// whether there is a file.
  static func closedFolder(above path: String) -> String? {
    var folder = (URL(filePath: path).standardizedFileURL.path as NSString)
      .deletingLastPathComponent
    while folder.count > 1 {
      var found = stat()
      if stat(folder, &found) == 0 { return access(folder, X_OK) == 0 ? nil : folder }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return nil
  }

  /// Tells whether there is a file.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Tells whether the system lets this process write a ledger's file and, in its folder, the log
  /// that SQLite keeps beside it; a log that others keep there will do.
  static func mayWrite(_ path: String) -> Bool {
    func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    guard isWritable(file) else { return false }
    let folder = (file as NSString).deletingLastPathComponent
    return isWritable(folder.isEmpty ? "." : folder)
      || isWritable(file + "-wal") && isWritable(file + "-shm")
  }

  /// Makes the folder of a file that is about to be created.
  static func prepareFolder(of path: String) throws(CommandError) {
    let folder = (path as NSString).deletingLastPathComponent
    guard !folder.isEmpty, !exists(folder) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed(
        "The folder \(folder) for the ledger cannot be made. Name another with --ledger.")
    }
  }
}
