import Foundation
import Synchronization

/// A folder that is gone when its last user is.
final class TemporaryFolder: Sendable {
  /// The path of the folder.
  let path: String
  private let serial = Mutex(0)

  init() throws {
    path = NSTemporaryDirectory() + "churntop-ledger-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in the folder that was not given before.
  func file() -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return path + "/\(number).sqlite"
  }
}
