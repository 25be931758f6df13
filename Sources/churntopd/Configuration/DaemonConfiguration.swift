import ConfigurationFiles
import EventLedger
import Foundation
import PlainText
import ProgramConventions
import SubscriptionCore
import Webhook

/// The configuration of the daemon, with references to secrets instead of secrets.
struct DaemonConfiguration: Hashable, Sendable {
  /// The path of the file.
  var path: String
  /// The lines of the settings that require a restart, by name.
  var startLines: [String: Int] = [:]
  /// The path of the ledger, or what names its server.
  var ledger = ""
  /// The settings of the HTTP server.
  var server = Server()
  var appStore: [AppStoreApp] = []
  var googlePlay: [GooglePlayApp] = []
  /// The settings of the sync with the stores.
  var sync = Sync()
  var alerts: [AlertRule] = []
  /// The receivers of changes.
  var receivers: [Receiver] = []
  var changes = ChangeSettings()
  /// The policy about recovery and prompts.
  var policy = ChurnPolicy.standard
  /// The keys that are written with their names of the previous release.
  var formerNames: [ConfigurationProblem] = []
  /// The values that are left as in the sample.
  var sampleValues: [ConfigurationProblem] = []

  /// The settings of the HTTP server.
  struct Server: Hashable, Sendable {
    var host = "127.0.0.1"
    var port = 8_080
    var tokens: String?
    var trustedProxies: [AddressRange] = []
    var connections = 160
    var bodyBytes = 262_144
    var bodyReadTimeout = Duration.seconds(10)
    var idleTime = Duration.seconds(15)
    var queueMax = 4_096
    var pushKeys: String?
  }

  /// One app of the App Store.
  struct AppStoreApp: Hashable, Sendable {
    var line: Int
    var bundle: AppID
    var environments: [StoreEnvironment] = [.production]
    var appleID: Int64?
    var issuer: String?
    var key: String?
    var secret: SecretSource?
    var host: String?
    var root: String?
    var connectIssuer: String?
    var connectKey: String?
    var connectSecret: SecretSource?
    var connectHost: String?
  }

  /// One app of Google Play.
  struct GooglePlayApp: Hashable, Sendable {
    var line: Int
    var package: AppID
    var secret: SecretSource?
    var pushAudience: String?
    var pushAccount: String?
    var subscription: String?
    var pubSubHost: String?
    var host: String?
  }

  /// The settings of the sync with the stores.
  struct Sync: Hashable, Sendable {
    var every = Duration.minutes(15)
    var maxLookupsPerRun = 500
    var answerTTL = Duration.hours(6)
    var lookupTimeout = Duration.seconds(3)
    var checkpoints: String?
  }

  var address: LedgerAddress { LedgerAddress(ledger) }

  /// The settings that require a restart, by their names in messages; the ledger's may hold a
  /// password.
  private var startSettings: [(name: String, value: String)] {
    [
      ("ledger", ledger), ("host", server.host), ("port", "\(server.port)"),
      ("connections", "\(server.connections)"), ("idleTime", "\(server.idleTime)"),
      ("queueMax", "\(server.queueMax)"), ("pushKeys", server.pushKeys ?? "Google's"),
    ]
  }

  /// Returns the lines of these settings in a file.
  static func startLines(of file: ConfigurationFile) -> [String: Int] {
    var lines: [String: Int] = [:]
    lines["ledger"] = file.root["ledger"]?.line
    for (name, _) in DaemonConfiguration(path: "").startSettings.dropFirst() {
      lines[name] = file.root["server"]?[name]?.line
    }
    return lines
  }

  /// Returns the problems of replacing another configuration by this one without a restart.
  func problemsWithoutStart(from former: DaemonConfiguration) -> [ConfigurationProblem] {
    zip(startSettings, former.startSettings).compactMap { new, old in
      guard new.value != old.value else { return nil }
      let isLedger = new.name == "ledger"
      let (now, then) =
        isLedger ? (address.shown, former.address.shown) : (new.value, old.value)
      return ConfigurationProblem(
        path: path, line: startLines[new.name] ?? 0,
        text: now == then
          ? "'\(new.name)' has another secret than at the start, and takes a restart to have it."
          : "'\(new.name)' is \(then) since the start, and takes a restart to be \(now).")
    }
  }

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
