import ConfigurationFiles
import EventLedger
import SubscriptionCore
import Webhook

extension DaemonConfiguration {
  /// Reads a configuration and its problems.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The configuration, as far as it is valid, and the problems; the daemon starts only
  ///   if there are none.
  static func read(path: String) -> (DaemonConfiguration, [ConfigurationProblem]) {
    do throws(ConfigurationFile.Damage) {
      guard
        let file = try ConfigurationFile.load(
          path: path, shape: .daemon, isRequired: true, isStrict: true)
      else { return (DaemonConfiguration(path: path), []) }
      return read(file)
    } catch {
      return (DaemonConfiguration(path: path), [error.problem])
    }
  }

  /// Reads a file whose shape was checked.
  static func read(_ file: ConfigurationFile) -> (DaemonConfiguration, [ConfigurationProblem]) {
    var problems = file.problems
    let found = PolicyConfiguration.policy(of: [file])
    problems += found.problems
    var configuration = DaemonConfiguration(path: file.path)
    configuration.policy = found.policy
    configuration.formerNames = file.formerNames
    configuration.sampleValues = ConfigurationNotes.sampleValues(in: file)
    configuration.startLines = startLines(of: file)
    configuration.ledger = file.root["ledger"]?.text ?? ""
    if let node = file.root["server"] { configuration.server = Server(node) }
    if let node = file.root["sync"] { configuration.sync = Sync(node) }
    configuration.appStore = (file.root["appStore"]?.elements ?? []).compactMap(AppStoreApp.init)
    configuration.googlePlay = (file.root["googlePlay"]?.elements ?? []).compactMap(
      GooglePlayApp.init)
    for node in file.root["alerts"]?.elements ?? [] {
      if let rule = AlertRule(node) { configuration.alerts.append(rule) }
    }
    configuration.receivers = (file.root["receivers"]?.elements ?? []).compactMap(Receiver.init)
    if let node = file.root["changes"] {
      configuration.changes.retention = node.length("retention") ?? OutboxRetention.usual
    }
    problems += ConfigurationSense(file, configuration).problems
    return (configuration, problems.sorted { ($0.line, $0.text) < ($1.line, $1.text) })
  }
}

extension DaemonConfiguration.Server {
  fileprivate init(_ node: ConfigurationNode) {
    host = node["host"]?.text ?? host
    port = node["port"]?.integer ?? port
    tokens = node["tokens"]?.text
    trustedProxies = (node["trustedProxies"]?.texts ?? []).compactMap { try? AddressRange($0) }
    connections = node["connections"]?.integer ?? connections
    bodyBytes = node["bodyBytes"]?.integer ?? bodyBytes
    bodyReadTimeout = node.length("bodyReadTimeout") ?? bodyReadTimeout
    idleTime = node.length("idleTime") ?? idleTime
    queueMax = node["queueMax"]?.integer ?? queueMax
    pushKeys = node["pushKeys"]?.text
  }
}

extension DaemonConfiguration.Sync {
  fileprivate init(_ node: ConfigurationNode) {
    every = node.length("every") ?? every
    maxLookupsPerRun = node["maxLookupsPerRun"]?.integer ?? maxLookupsPerRun
    answerTTL = node.length("answerTTL") ?? answerTTL
    lookupTimeout = node.length("lookupTimeout") ?? lookupTimeout
    checkpoints = node["checkpoints"]?.text
  }
}

extension DaemonConfiguration.AppStoreApp {
  fileprivate init?(_ node: ConfigurationNode) {
    guard let bundle = node["bundle"]?.text else { return nil }
    self.init(line: node.line, bundle: AppID(bundle))
    if let environments = node["environments"]?.texts {
      self.environments = environments.compactMap(StoreEnvironment.init)
    }
    appleID = node["appleId"]?.integer.map { Int64($0) }
    issuer = node["issuer"]?.text
    key = node["key"]?.text
    secret = node.secret("key")
    host = node["host"]?.text
    root = node["root"]?.text
    connectIssuer = node["connectIssuer"]?.text ?? issuer
    connectKey = node["connectKey"]?.text
    connectSecret = node.secret("connectKey")
    connectHost = node["connectHost"]?.text
  }
}

extension DaemonConfiguration.GooglePlayApp {
  fileprivate init?(_ node: ConfigurationNode) {
    guard let package = node["package"]?.text else { return nil }
    self.init(line: node.line, package: AppID(package))
    secret = node.secret("account")
    pushAudience = node["pushAudience"]?.text
    pushAccount = node["pushAccount"]?.text
    subscription = node["subscription"]?.text
    pubSubHost = node["pubSubHost"]?.text
    host = node["host"]?.text
  }
}

extension AlertRule {
  fileprivate init?(_ node: ConfigurationNode) {
    let trigger: Trigger
    if let text = node["filter"]?.text, let filter = try? Filter.parse(text) {
      trigger = .count(filter, over: node["threshold"]?.integer ?? 0)
    } else if let metric = node["metric"]?.text.flatMap(AlertMetric.init) {
      trigger = .metric(
        metric, threshold: node["threshold"]?.integer ?? 0, currency: node["currency"]?.text)
    } else if let points = node["recoveryDropPoints"]?.integer {
      trigger = .recoveryDrop(points: points)
    } else {
      return nil
    }
    guard let name = node["name"]?.text else { return nil }
    self.init(line: node.line, name: name, trigger: trigger)
    every = node.length("every") ?? every
    channel.run = node["run"]?.texts ?? []
    channel.timeout = node.length("timeout") ?? channel.timeout
    let format = node["format"]?.text.flatMap(AlertPost.Format.init) ?? .signed
    if node["post"] != nil || format != .signed {
      channel.post = AlertPost(
        format: format, address: node["post"]?.text, secret: node.secret("secret"))
    }
  }
}

extension Receiver {
  fileprivate init?(_ node: ConfigurationNode) {
    guard let name = node["name"]?.text, let url = node["url"]?.text else { return nil }
    self.init(line: node.line, name: name, url: url, secret: node.secret("secret"))
    if let kinds = node["kinds"]?.texts, !kinds.isEmpty {
      self.kinds = Set(kinds.compactMap(SubscriptionChange.Kind.init))
    }
    filter = node["filter"]?.text.flatMap { try? Filter.parse($0) }
    withProfile = node["profile"]?.boolean ?? withProfile
    horizon = node.length("horizon") ?? horizon
    withBackfill = node["backfill"]?.boolean ?? withBackfill
  }
}

extension ConfigurationNode {
  /// Returns a duration by its key.
  fileprivate func length(_ name: String) -> Duration? {
    self[name]?.text.flatMap { DurationText.parse($0) }
  }

  /// Returns the source of a secret by its keys: `<name>File` or `<name>Variable`.
  fileprivate func secret(_ name: String) -> SecretSource? {
    self[name + "File"]?.text.map(SecretSource.file)
      ?? self[name + "Variable"]?.text.map(SecretSource.variable)
  }
}
