import ConfigurationFiles
import Foundation
import ProgramConventions
import SimulatedStores
import StoreSimulator
import SubscriptionCore

/// A folder with everything that a daemon needs to work with the fake stores.
struct SimulationFolder: Sendable {
  /// The absolute path of the folder.
  let path: String

  var configuration: String { path + "/churntopd.toml" }
  var ledger: String { path + "/ledger.sqlite" }

  /// Creates the folder, for its owner alone.
  ///
  /// - Throws: `CommandError` if it cannot be created, or if others could put files into it: the
  ///   configuration names programs to run.
  init(_ path: String) throws(CommandError) {
    // A configuration has absolute paths alone, so that it is the same for every working directory.
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed("\(path) cannot be made. Name another --folder.")
    }
    guard self.path.isOwnFolder else {
      throw .failed(
        "\(path) is not a folder that belongs to you and that only you may write to. "
          + "Name another --folder.")
    }
  }

  /// The first line of a simulation's configuration.
  private static let mark = "# The fake stores of 'churntopd simulate'."

  /// The names of the files that ``write(_:at:port:pulls:)`` writes.
  private static let names = [
    "churntopd.toml", "key.p8", "connect.p8", "account.json", "root.der", "tokens.json",
  ]

  /// The paths of the ledger and of the files beside it.
  private var ledgerFiles: [String] {
    ["", "-wal", "-shm", ".sync", ".alerts", AcceleratedClock.suffix].map { ledger + $0 }
  }

  /// Removes the ledger of an earlier simulation, and nothing else.
  ///
  /// - Parameter check: Called before anything is removed.
  /// - Returns: Whether there was one.
  /// - Throws: `CommandError` if there is a file that no simulation has written, or a ledger that
  ///   one is filling, or if the folder is of something else, such as `/etc`; the error of the
  ///   check.
  func clear(after check: () throws(CommandError) -> Void = {}) throws(CommandError) -> Bool {
    let files = FileManager.default
    let known = (ledgerFiles + Self.names.map { path + "/" + $0 }).filter(files.fileExists)
    guard let first = known.first else {
      let others = (try? files.contentsOfDirectory(atPath: path)) ?? []
      guard others.allSatisfy({ $0.hasPrefix(".") }) else {
        throw .notUnderstood(
          "\(path) has files that are not of a simulation. Name another --folder, a new one.")
      }
      return false
    }
    guard !FeedSign.isShown(beside: ledger) else {
      throw .failed(
        "A simulation runs in \(path) already; churntop --ledger \(ledger) shows it. Stop it with "
          + "^C first, or name another --folder and another --port.")
    }
    let text = files.contents(atPath: configuration).map { String(decoding: $0, as: UTF8.self) }
    guard text?.hasPrefix(Self.mark) == true else {
      throw .notUnderstood("\(first) is not of a simulation. Name another --folder.")
    }
    try check()
    let hasLedger = files.fileExists(atPath: ledger)
    for file in ledgerFiles { try? files.removeItem(atPath: file) }
    return hasLedger
  }

  /// Writes the configuration of a daemon at a port, the keys and the stores' certificate, and
  /// returns the addresses that the fake stores, which are running, post to.
  func write(
    _ stores: FakeStores, at addresses: FakeStoreAddresses, port: Int, pulls: Bool = false
  ) async throws(CommandError) -> WebhookTarget {
    let base = "http://127.0.0.1:\(port)/v1"
    var target = WebhookTarget(
      appStore: base + "/app-store/notifications",
      googlePlay: base + "/google-play/notifications")
    target.isPulled = pulls
    // The configuration below has the production environment alone.
    target.takesSandbox = false
    let way =
      pulls
      ? """
      subscription = "\(FakeStores.pulledSubscription)"
      pubSubHost = "\(addresses.pubSub)"
      """
      : """
      pushAudience = "\(target.audience)"
      pushAccount = "\(target.serviceAccount)"
      """
    try write("key.p8", Array(stores.credentials.appStorePEM.utf8))
    try write("connect.p8", Array(stores.credentials.connectPEM.utf8))
    try write("account.json", Array(await stores.serviceAccountJSON.utf8))
    try write("root.der", stores.rootCertificate)
    func quoted(_ name: String) -> String { TOMLText.quoted(path + "/" + name) }
    let text = """
      \(Self.mark)
      ledger = \(quoted("ledger.sqlite"))

      [server]
      port = \(port)
      tokens = \(quoted("tokens.json"))
      pushKeys = "\(addresses.certificates)"

      [[appStore]]
      bundle = "\(SimulatedWorld.bundle)"
      environments = ["production"]
      issuer = "\(stores.credentials.issuerID)"
      key = "\(stores.credentials.keyID)"
      keyFile = \(quoted("key.p8"))
      host = "\(addresses.appStore)"
      root = \(quoted("root.der"))
      connectKey = "\(stores.credentials.connectKeyID)"
      connectKeyFile = \(quoted("connect.p8"))
      connectHost = "\(addresses.appStoreConnect)"

      [[googlePlay]]
      package = "\(SimulatedWorld.package)"
      accountFile = \(quoted("account.json"))
      host = "\(addresses.googlePlay)"
      \(way)

      [sync]
      every = "1m"

      """
    try write("churntopd.toml", Array(text.utf8))
    try write("tokens.json", Array("[]".utf8), unlessThere: true)
    return target
  }

  /// Writes the clock of the fake stores, by which churntop shows the ledger, and before it the
  /// mark by which the next simulation knows the folder, even if this one is interrupted.
  ///
  /// - Throws: `CommandError` if it cannot be written.
  func write(_ clock: AcceleratedClock) throws(CommandError) {
    try write("churntopd.toml", Array("\(Self.mark)\n".utf8))
    do throws(PrivateFile.NotWritten) {
      try clock.write(beside: ledger)
    } catch {
      throw .failed("\(error).")
    }
  }

  private func write(
    _ name: String, _ bytes: [UInt8], unlessThere: Bool = false
  ) throws(CommandError) {
    let file = path + "/" + name
    if unlessThere, FileManager.default.fileExists(atPath: file) { return }
    do throws(PrivateFile.NotWritten) {
      try PrivateFile.replace(file, with: Data(bytes))
    } catch {
      throw .failed("\(error).")
    }
  }
}
