import ConfigurationFiles
import EventLedger
import SubscriptionCore
import Testing
import Webhook

@testable import churntopd

@Suite struct DaemonConfigurationTests {
  private static let whole = """
    ledger = "/srv/churn/ledger.sqlite"
    [server]
    port = 9090
    trustedProxies = ["127.0.0.1", "10.0.0.0/8"]
    bodyReadTimeout = "5s"
    [[appStore]]
    bundle = "com.example.reader"
    environments = ["production", "sandbox"]
    issuer = "57246542-96fe-1a63-e053-0824d011072a"
    key = "2X9R4HXF34"
    keyFile = "/etc/churntop/key.p8"
    [[googlePlay]]
    package = "com.example.reader"
    accountVariable = "PLAY_ACCOUNT"
    pushAudience = "https://churn.example.com/v1/google-play/notifications"
    pushAccount = "push@example.iam.gserviceaccount.com"
    [sync]
    every = "30m"
    [[alerts]]
    name = "grace runs out"
    filter = "state:grace loses<24h"
    threshold = 20
    run = ["/usr/bin/true", "--team=billing"]
    [prompts.appStore]
    step = 3
    """

  private func read(
    _ text: String
  ) throws -> (configuration: DaemonConfiguration, sentences: [String]) {
    let file = try ConfigurationFile(path: "f", text: text, shape: .daemon, isStrict: true)
    let found = DaemonConfiguration.read(file)
    return (found.0, found.1.map(\.sentence))
  }

  @Test func `a receiver for which no kind is named is sent every kind`() throws {
    let (configuration, sentences) = try read(
      Self.whole + """

        [[receivers]]
        name = "crm"
        url = "https://crm.example.com/hook"
        secretVariable = "CRM_SECRET"
        kinds = []
        """)
    #expect(sentences == [])
    #expect(
      configuration.receivers.map(\.kinds) == [Set(SubscriptionChange.Kind.allCases)])
  }

  @Test func `receivers are read, and what is wrong with one is said`() throws {
    let (configuration, sentences) = try read(
      Self.whole + """

        [[receivers]]
        name = "crm"
        url = "https://crm.example.com/hook"
        secretVariable = "CRM_SECRET"
        kinds = ["enteredHold", "ended"]
        filter = "env:production"
        profile = true
        horizon = "2d"
        [changes]
        retention = "10d"
        """)
    #expect(sentences == [])
    let receiver = try #require(configuration.receivers.first)
    #expect(receiver.secret == .variable("CRM_SECRET") && receiver.withProfile)
    #expect(receiver.kinds == [.enteredHold, .ended] && receiver.horizon == .days(2))
    #expect(receiver.filter == (try Filter.parse("env:production")) && !receiver.withBackfill)
    #expect(configuration.changes.retention == .days(10))
    let (_, wrong) = try read(
      Self.whole + """

        [[receivers]]
        name = "crm"
        url = "http://crm.example.com/hook"
        [[receivers]]
        name = "crm"
        url = "http://127.0.0.1:9/hook"
        secretVariable = "CRM_SECRET"
        kinds = ["renewed"]
        [changes]
        retention = "1d"
        """)
    for words in [
      "is not an https address", "'secretFile' or 'secretVariable' is missing", "is not one of",
      "is shorter than the time",
    ] {
      #expect(wrong.contains { $0.contains(words) }, "\(words): \(wrong)")
    }
  }

  @Test func `a whole configuration says what it says`() throws {
    let (configuration, sentences) = try read(Self.whole)
    #expect(sentences == [])
    #expect(configuration.ledger == "/srv/churn/ledger.sqlite")
    #expect(configuration.server.port == 9090)
    #expect(configuration.server.bodyReadTimeout == .seconds(5))
    #expect(
      configuration.server.trustedProxies
        == [try AddressRange("127.0.0.1"), try AddressRange("10.0.0.0/8")])
    #expect(configuration.appStore.map(\.environments) == [[.production, .sandbox]])
    #expect(configuration.appStore.first?.secret == .file("/etc/churntop/key.p8"))
    #expect(configuration.googlePlay.first?.secret == .variable("PLAY_ACCOUNT"))
    #expect(configuration.sync.every == .minutes(30))
    #expect(configuration.policy.prompts.appStore.step == .ownBanner)
    let rule = try #require(configuration.alerts.first)
    #expect(rule.trigger == .count(try Filter.parse("state:grace loses<24h"), over: 20))
    #expect(configuration.checkpointsPath([:]) == "/srv/churn/ledger.sqlite.sync")
  }

  @Test func `ledgers of one name keep their own checkpoints and alert states`() throws {
    let addresses = [
      "postgres://a.example/churn", "postgres://b.example/churn", "postgres://a.example:5433/churn",
      "postgres://a.example/churn?options=-csearch_path%3Dteam2",
    ]
    let paths = try addresses.map { address in
      let text = Self.whole.replacing("/srv/churn/ledger.sqlite", with: address)
      let configuration = try read(text).configuration
      #expect(configuration.address.isServer)
      return [configuration.checkpointsPath([:]), configuration.alertsPath([:])]
    }
    #expect(Set(paths.joined()).count == 2 * addresses.count)
  }

  @Test func `the keys of the release before are read, and named with their new names`() throws {
    let former = [
      "bodyReadTimeout": "bodyTime", "queueMax": "waiting", "maxLookupsPerRun": "questions",
      "answerTTL": "answerLasts", "lookupTimeout": "knockPatience", "checkpoints": "memory",
      "threshold": "over", "recoveryDropPoints": "recoveryFalls",
    ]
    let text = """
      ledger = "/srv/ledger.sqlite"
      [server]
      bodyReadTimeout = "5s"
      queueMax = 99
      [sync]
      maxLookupsPerRun = 7
      answerTTL = "2h"
      lookupTimeout = "1s"
      checkpoints = "/srv/read.json"
      [[alerts]]
      name = "many"
      filter = "state:grace"
      threshold = 20
      run = ["/usr/bin/true"]
      [[alerts]]
      name = "recovery"
      recoveryDropPoints = 5
      run = ["/usr/bin/true"]
      [[appStore]]
      bundle = "com.example.reader"
      """
    var old = text
    for (new, former) in former { old = old.replacing(new + " =", with: former + " =") }
    var (now, problems) = try read(text)
    let (before, formerProblems) = try read(old)
    #expect(problems == [] && formerProblems == [] && now.formerNames == [])
    #expect(before.formerNames.count == former.count)
    #expect(
      before.formerNames.first?.sentence
        == "f:3: 'bodyTime' is now 'bodyReadTimeout'. The next major version reads the "
        + "new name only.")
    #expect(ConfigurationNotes(before).sentences.contains { $0.contains("'over' is now") })
    now.formerNames = before.formerNames
    #expect(now == before && now.server.queueMax == 99 && now.sync.answerTTL == .hours(2))
    let (_, both) = try read(text.replacing("threshold = 20", with: "threshold = 20\nover = 21"))
    #expect(both == ["f:14: 'over' is the former name of 'threshold'. Remove it."])
  }

  @Test func `an alert watches a figure of the ledger`() throws {
    for metric in AlertMetric.allCases {
      let condition =
        "metric = \"\(metric.rawValue)\""
        + (metric.hasCurrency ? "\ncurrency = \"EUR\"" : "")
      let (configuration, sentences) = try read(
        Self.whole.replacing("filter = \"state:grace loses<24h\"", with: condition))
      #expect(sentences == [])
      #expect(
        configuration.alerts.map(\.trigger)
          == [.metric(metric, threshold: 20, currency: metric.hasCurrency ? "EUR" : nil)])
    }
  }

  /// What is replaced, by what, and what is said about it.
  static let mistakes: [(part: String, by: String, says: String)] = [
    ("ledger = \"", "ledgr = \"", "f:1: 'ledgr' is not a setting. Did you mean 'ledger'?"),
    ("\"/srv", "\"srv", "f:1: 'ledger' is not an absolute path"),
    ("\"/srv", "\"postgresq://u:me:secret@h/", "f:1: 'ledger' is not an absolute path"),
    ("\"/srv", "\"host=h password=me:secret ", "f:1: 'ledger' is not an absolute path"),
    ("/ledger.sqlite", "/", "f:1: 'ledger' is a folder. Write the path of a file in it."),
    ("/etc/churntop/key.p8", "-----BEGIN KEY-----", "f:11: 'keyFile' is not an absolute path"),
    ("[[appStore]]", "[appStore]", "Its heading takes two brackets on each side."),
    ("\"30m\"", "30", "f:18: 'every' has to be a text. Write it in quotation marks."),
    (
      "[sync]", "[sync]\ncheckpoints = \"/srv/./churn/ledger.sqlite\"",
      "f:18: 'checkpoints' and 'ledger' are one file"
    ),
    (
      "[prompts", "[recovery.googlePlay]\ngraceDays = 9\nholdDays = 9\n[prompts",
      "f:24: [recovery.googlePlay]: Google Play permits 30 to 60 days"
    ),
    (
      "[prompts", "[[products]]\nstore = \"app-store\"\nproduct = \"a\"\nprice = \"5\"\n[prompts",
      "f:27: [[products]] price: '5' is not an amount"
    ),
    ("[\"production\", \"sandbox\"]", "[]", "f:8: 'environments' is empty, so that every"),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20",
      "metric = \"recoveryRate\"\nthreshold = 150", "f:22: 150 is not a percentage from 1 to 100"
    ),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20",
      "metric = \"refundRate\"\nthreshold = 100",
      "f:22: 100 is not a percentage from 0 to 99, so that 'refundRate' would never fire."
    ),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20", "metric = \"revenueLost\"",
      "f:19: 'currency' is missing: money is never summed over currencies."
    ),
    ("port = 9090", "host = \"no such host\"", "f:3: 'no such host' is not a host"),
    ("port = 9090", "host = \"[::1]\"", "f:3: '[::1]' is not a host"),
    ("port = 9090", "host = \"127.0.0.1:80\"", "f:3: '127.0.0.1:80' is not a host"),
    ("port = 9090", "port = 99999", "f:3: 99999 is not a number from 0 to 65535."),
    ("10.0.0.0/8", "10.0.0.1/8", "f:4: '10.0.0.1/8' has bits behind its length"),
    ("10.0.0.0/8", "0.0.0.0/0", "f:4: '0.0.0.0/0' is everybody"),
    ("10.0.0.0/8", "10.0.0.0/33", "f:4: '10.0.0.0/33' has no length"),
    ("127.0.0.1\"", "proxy.local\"", "f:4: 'proxy.local' is not an address"),
    ("trustedProxies", "trusted_proxies", "Did you mean 'trustedProxies'?"),
    ("\"5s\"", "\"soon\"", "f:5: 'soon' is not a length of time"),
    ("\"sandbox\"", "\"sandbux\"", "f:8: 'sandbux' is not one of production, sandbox. Did you"),
    ("issuer = ", "# ", "f:6: 'issuer', 'key' and 'keyFile'"),
    ("keyFile = ", "# ", "f:6: 'issuer', 'key' and 'keyFile'"),
    ("keyFile = ", "keyfile = ", "f:11: 'keyfile' is not a setting. Did you mean 'keyFile'?"),
    ("key = ", "keyVariable = \"K\"\nkey = ", "exclude each other"),
    (
      "\"PLAY_ACCOUNT\"", "\"-----BEGIN\"",
      "'accountVariable' is not the name of an environment variable. Secrets"
    ),
    ("accountVariable = ", "# ", "f:12: 'accountFile' or 'accountVariable' is missing"),
    ("pushAccount = ", "# ", "f:12: 'pushAudience' and 'pushAccount'"),
    ("57246542-96fe-1a63-e053-0824d011072a", "not-a-uuid", "f:9: 'not-a-uuid' is not a UUID"),
    ("2X9R4HXF34", "ABC", "f:10: 'key' is not a key's number: 10 letters or digits"),
    ("key = \"2X", "connectKey = \"x\"\nkey = \"2X", "f:10: 'connectKey' is not a key's number"),
    ("push@example", "push.example", "gserviceaccount.com' is not a mail address"),
    ("push@example.iam", "a push@example.iam", "is not a mail address"),
    ("/srv/churn", "/proc", "f:1: 'ledger' is below /proc, which keeps no files"),
    ("/srv/churn", "/srv/../sys", "is below /sys, which keeps no files"),
    ("/srv/churn", "/dev", "is below /dev, which keeps no files"),
    ("\"state:grace", "\"stat:grace", "f:21: 'stat:grace loses<24h' is not a filter"),
    ("filter = ", "# ", "f:19: 'filter', 'metric' or 'recoveryDropPoints' is missing"),
    ("state:grace loses<24h", " ", "f:21: 'filter' is empty, so that the alert would watch every"),
    ("threshold = 20", "metric = \"failing\"", "f:22: 'filter' and 'metric' exclude each other"),
    ("threshold = 20", "currency = \"EUR\"", "f:22: 'currency' belongs to a metric of money"),
    ("threshold = 20", "recoveryDropPoints = 5", "exclude each other"),
    ("filter = ", "recoveryDropPoints = 5\n# ", "f:23: 'threshold' belongs to 'filter' or"),
    ("[sync]", "[sync]\nlookupTimeout = \"40d\"", "'lookupTimeout' is longer than a minute"),
    ("run = ", "# ", "f:19: 'run', 'post' or another 'format' is missing"),
    ("\"/usr/bin/true\"", "\"true\"", "f:23: 'run' has to begin with a program's absolute"),
    ("run = ", "post = \"http://example.com\" # ", "is not an https address"),
    ("run = ", "post = \"http://127.0.0.1.example.com\" # ", "is not an https address"),
    ("run = ", "post = \"https://me:secret@example.com\" # ", "is not an address"),
    ("run = ", "post = \"https://example.com\" # ", "what signs the post"),
    (
      "run = ", "format = \"slack\"\npost = \"https://example.com\" # ",
      "f:24: 'post' is not for Slack"
    ),
    ("run = ", "format = \"pagerduty\" # ", "PagerDuty's integration key"),
    ("run = ", "format = \"pager\" # ", "is not one of signed, pagerduty, slack"),
    ("name = ", "# ", "f:19: 'name' is missing"),
    ("step = 3", "step = 4", "f:25: 4 is not a number from 1 to 3."),
    (
      "[sync]", "[[googlePlay]]\npackage = \"com.example.reader\"\naccountFile = \"/x\"\n[sync]",
      "has an [[googlePlay]] on line 12 already"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a mistake is named with its line and what may have been meant`(index: Int) throws {
    let (part, other, says) = Self.mistakes[index]
    let text = Self.whole.replacing(part, with: other)
    #expect(text != Self.whole)
    let (_, sentences) = try read(text)
    #expect(sentences.contains { $0.contains(says) }, "\(sentences)")
    #expect(!sentences.contains { $0.contains("left out") })
    // What stands in the wrong place may be a secret.
    #expect(!sentences.contains { $0.contains("-----BEGIN") || $0.contains("me:secret") })
  }

  @Test func `a password of a ledger's URL is in no message about a restart`() throws {
    func configuration(_ password: String, _ host: String = "db") throws -> DaemonConfiguration {
      let url = "postgresql://u:\(password)@\(host)/churn"
      return try read(Self.whole.replacing("/srv/churn/ledger.sqlite", with: url)).configuration
    }
    let former = try configuration("s3cret/x@y")
    for (next, told) in [
      (try configuration("t0psecret"), "'ledger' has another secret than at the start"),
      (try configuration("t0psecret", "db2"), "u@db/churn since the start, and takes a restart"),
    ] {
      let problems = next.problemsWithoutStart(from: former).map(\.sentence)
      #expect(problems.count == 1 && problems[0].contains(told), "\(problems)")
      #expect(!problems.contains { $0.contains("s3cret") || $0.contains("t0p") })
    }
  }

  /// What is replaced, by what, and what alone is said about it.
  static let single: [(part: String, by: String, says: String)] = [
    ("ledger = \"", "# \"", "'ledger' is missing"),
    ("\"/srv", "\"srv", "is not an absolute path"),
    ("\"state:grace", "\"stat:grace", "is not a filter"),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20", "recoveryDropPoints = 101",
      "is not a number from 1 to 100"
    ),
    (
      "filter = \"state:grace loses<24h\"", "metric = \"failin\"\ncurrency = \"EUR\"",
      "'failin' is not one of failing, "
    ),
    (
      "filter = \"state:grace loses<24h\"", "metric = \"mrrAtRisk\"\ncurrency = \"euro\"",
      "'euro' is not a currency"
    ),
    (
      "filter = \"state:grace loses<24h\"", "metric = \"mrrAtRisk\"",
      "f:19: 'currency' is missing"
    ),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20", "metric = \"graceRecoveryRate\"",
      "f:19: 'threshold' is missing: the value below which 'graceRecoveryRate' fires."
    ),
    (
      "filter = \"state:grace loses<24h\"\nthreshold = 20",
      "metric = \"medianTimeToLossOfAccess\"\nthreshold = 0",
      "f:22: 'medianTimeToLossOfAccess' is never below 0, so that the alert would never fire."
    ),
    (
      "run = [\"/usr/bin/true\", \"--team=billing\"]",
      "post = \"https://example.com\"\nsecretVariable = \"S\"\nsecretFile = \"/s\"",
      "f:24: 'secretFile' and 'secretVariable' exclude each other."
    ),
    ("run = [\"/usr/bin/true\", \"--team=billing\"]", "run = 5", "'run' has to be a list"),
    (
      "run = [\"/usr/bin/true\", \"--team=billing\"]",
      "post = \"http://example.com\"\nsecretFile = \"/s\"", "is not an https address"
    ),
    (
      "run = [\"/usr/bin/true\", \"--team=billing\"]",
      "format = \"pager\"\nsecretFile = \"/s\"", "is not one of signed"
    ),
    ("\"2X9R4HXF34\"", "\"2X\"", "is not a key's number"),
    ("\"PLAY_ACCOUNT\"", "\"1\"", "is not the name of an environment variable"),
    ("\"push@", "\"push.", "is not a mail address"),
  ]

  @Test(arguments: single.indices)
  func `a mistake is told once, without what would follow from it`(index: Int) throws {
    let (part, other, says) = Self.single[index]
    let text = Self.whole.replacing(part, with: other)
    #expect(text != Self.whole)
    let (_, sentences) = try read(text)
    #expect(sentences.count == 1 && sentences[0].contains(says), "\(sentences)")
  }

  @Test func `without an app there is nothing to do`() throws {
    #expect(try read("ledger = \"/l\"").sentences.contains { $0.contains("No app is configured") })
  }
}
