import Cryptography
import Foundation
import StoreSimulator
import SubscriptionCore

@testable import churntopd

/// A folder of its own for one test, with a configuration, keys and a ledger in it.
final class DaemonFolder: Sendable {
  /// Where it lies.
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "churntopd-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    let file = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// A configuration that serves what a world signs, with the folder's ledger or another.
  static func serving(
    _ world: SimulatedWorld, in folder: DaemonFolder, ledger: String? = nil
  ) throws -> String {
    try Data(world.rootCertificate).write(to: URL(fileURLWithPath: folder.file("root.der")))
    return try folder.write(
      "churntopd.toml",
      """
      ledger = "\(ledger ?? folder.file("ledger.sqlite"))"
      [server]
      port = 0
      [[appStore]]
      bundle = "\(SimulatedWorld.bundle)"
      environments = ["production", "sandbox"]
      root = "\(folder.file("root.der"))"
      """)
  }

  /// The surroundings of a program with those environment variables.
  static func dependencies(_ environment: [String: String] = [:]) -> Dependencies {
    var dependencies = Dependencies.current
    dependencies.environment = environment
    return dependencies
  }
}
