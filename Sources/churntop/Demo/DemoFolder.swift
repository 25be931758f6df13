import Foundation
import ProgramConventions

/// The temporary folder of a demo's ledger, which is removed when the demo ends, also by a signal.
///
/// The next demo removes the folder of a killed one: the folder's name contains the number of its
/// process.
final class DemoFolder: Sendable {
  /// The path of the folder.
  let path: String

  private static let prefix = "churntop-demo-"

  /// Creates a folder and removes those of demos that are gone.
  init(in parent: String) throws(CommandError) {
    Self.sweep(parent)
    let name = Self.prefix + "\(getpid())-" + UUID().uuidString.prefix(8)
    path = parent + "/" + name
    guard mkdir(path, 0o700) == 0 else {
      throw .failed(
        "The demo cannot make its folder in \(parent): \(SystemError.message(errno)). "
          + "Set TMPDIR to a folder that can be written.")
    }
  }

  var ledger: String { path + "/ledger.sqlite" }

  /// Removes the folder and everything in it.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    // A thread that still writes can create a journal again in between.
    for _ in 0..<3 {
      for file in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        unlink(path + "/" + file)
      }
      if rmdir(path) == 0 || errno == ENOENT { return }
    }
  }

  /// Removes the user's own folders whose process is gone.
  private static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let process = Int32(number), process > 0 else { continue }
      let folder = parent + "/" + name
      if kill(process, 0) != 0, errno == ESRCH, folder.isOwnFolder { remove(folder) }
    }
  }
}
