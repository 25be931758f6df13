import ConfigurationFiles
import EventLedger
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
}
