import Foundation

/// A folder of this process for files that a target needs, in memory where the system offers that.
struct FuzzFolder {
  /// The path.
  let path: String

  /// Makes the folder.
  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = "\(base)/churntop-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The path of a file that is not there yet.
  func file(_ name: String) -> String {
    let file = "\(path)/\(name).sqlite"
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file + ending)
    }
    return file
  }
}
