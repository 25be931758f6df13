import ConfigurationFiles
import SubscriptionCore
import Webhook

/// What the daemon is configured with; secrets by their place alone.
struct DaemonConfiguration: Hashable, Sendable {
  /// The file it was read from.
  var path: String
  /// The lines of what counts from the next start alone, by its name.
  var startLines: [String: Int] = [:]
  /// The path of the ledger.
  var ledger = ""
  /// Where requests are heard.
  var server = Server()
  /// The apps of the App Store.
  var appStore: [AppStoreApp] = []
  /// The apps of Google Play.
  var googlePlay: [GooglePlayApp] = []
  /// How much the stores are asked.
  var sync = Sync()
  /// When to tell somebody.
  var alerts: [AlertRule] = []
  /// Who is told of changes.
  var receivers: [Receiver] = []
  /// For how long changes are kept.
  var changes = ChangeSettings()
  /// The policy about dates and prompts.
  var policy = ChurnPolicy.standard
  /// The keys that were written with the name that they had in the release before.
  var formerNames: [ConfigurationProblem] = []

  /// Where requests are heard, and how much of them.
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

  /// How much the stores are asked, and how often.
  struct Sync: Hashable, Sendable {
    var every = Duration.minutes(15)
    var maxLookupsPerRun = 500
    var answerTTL = Duration.hours(6)
    var lookupTimeout = Duration.seconds(3)
    var checkpoints: String?
  }

  /// The file that remembers how far the stores were read: beside the ledger unless named.
  var checkpointsPath: String { sync.checkpoints ?? ledger + ".sync" }

  /// The file that remembers which alerts are on.
  var alertsPath: String { ledger + ".alerts" }
}
