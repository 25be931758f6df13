import ConfigurationFiles
import Foundation
import SubscriptionCore

/// The checks across several settings of a configuration whose single values are valid.
///
/// A value that is present but invalid counts as present; its own problem is reported elsewhere.
struct ConfigurationSense {
  private(set) var problems: [ConfigurationProblem] = []
  private let path: String
  /// The lines with an invalid value.
  private let spoiltLines: Set<Int>

  /// Checks a configuration.
  init(_ file: ConfigurationFile, _ configuration: DaemonConfiguration) {
    path = file.path
    spoiltLines = Set(file.problems.map(\.line))
    let root = file.written
    if root["appStore"] == nil, root["googlePlay"] == nil {
      report(0, "No app is configured. Add an [[appStore]] or a [[googlePlay]].")
    }
    checkWrittenFiles(of: root)
    for node in root["appStore"]?.elements ?? [] { check(appStore: node) }
    for node in root["googlePlay"]?.elements ?? [] { check(googlePlay: node) }
    for node in root["alerts"]?.elements ?? [] { check(alert: node) }
    for node in root["receivers"]?.elements ?? [] { check(receiver: node) }
    if let retention = root["changes"]?["retention"],
      configuration.changes.retention < DeliverySchedule.patience
    {
      report(
        retention.line,
        "'retention' is shorter than the time for which changes are sent, three days and some "
          + "hours. Write \"4d\" or more.")
    }
    if let timeout = root["sync"]?["lookupTimeout"],
      configuration.sync.lookupTimeout > Self.lookupTimeoutMax
    {
      report(
        timeout.line,
        "'lookupTimeout' is longer than a minute, in which whoever delivers a notification has "
          + "given it up.")
    }
    reportRepeats(configuration.appStore.map { ($0.line, $0.bundle.rawValue) }, of: "[[appStore]]")
    reportRepeats(
      configuration.googlePlay.map { ($0.line, $0.package.rawValue) }, of: "[[googlePlay]]")
    reportRepeats(configuration.alerts.map { ($0.line, $0.name) }, of: "[[alerts]]")
    reportRepeats(configuration.receivers.map { ($0.line, $0.name) }, of: "[[receivers]]")
  }

  /// The longest wait for the answer to a lookup.
  ///
  /// Pub/Sub's acknowledgement deadline is 10 to 600 seconds, and few proxies wait for a minute
  /// (<https://cloud.google.com/pubsub/docs/subscription-properties>).
  private static let lookupTimeoutMax = Duration.seconds(60)

  /// Checks that the files that churntopd writes are different ones, since each would replace what
  /// is in the other.
  private mutating func checkWrittenFiles(of root: ConfigurationNode) {
    var names: [String: String] = [:]
    for (name, node) in [
      ("ledger", root["ledger"]), ("tokens", root["server"]?["tokens"]),
      ("checkpoints", root["sync"]?["checkpoints"]),
    ] {
      guard let node, let text = node.text, text.hasPrefix("/") else { continue }
      let path = (text as NSString).standardizingPath
      if let other = names[path] {
        report(
          node.line,
          "'\(name)' and '\(other)' are one file, in which one would replace the other. Name two.")
      }
      names[path] = name
    }
  }

  private mutating func check(appStore node: ConfigurationNode) {
    if let environments = node["environments"], environments.elements.isEmpty,
      !spoiltLines.contains(environments.line)
    {
      report(
        environments.line,
        "'environments' is empty, so that every notification would be refused. Write "
          + "\"production\", \"sandbox\" or both.")
    }
    let places = only(["keyFile", "keyVariable"], of: node)
    let connect = only(["connectKeyFile", "connectKeyVariable"], of: node)
    let lacksIssuer = node["connectIssuer"] == nil && node["issuer"] == nil
    if connect.isEmpty != (node["connectKey"] == nil) || !connect.isEmpty && lacksIssuer {
      report(
        node.line,
        "'connectKey', 'connectKeyFile' or 'connectKeyVariable', and 'connectIssuer' or 'issuer' "
          + "belong together: App Store Connect is asked with all three.")
    }
    guard places.isEmpty != (node["key"] == nil) || places.isEmpty != (node["issuer"] == nil)
    else { return }
    report(
      node.line,
      "'issuer', 'key' and 'keyFile' or 'keyVariable' belong together: the App Store is asked "
        + "with all three.")
  }

  private mutating func check(googlePlay node: ConfigurationNode) {
    if only(["accountFile", "accountVariable"], of: node).isEmpty {
      report(
        node.line,
        "'accountFile' or 'accountVariable' is missing: Google Play's notifications say only that "
          + "something changed, and a service account has to ask what.")
    }
    if (node["pushAudience"] == nil) != (node["pushAccount"] == nil) {
      report(node.line, "'pushAudience' and 'pushAccount' belong together: both prove who pushes.")
    }
  }

  private mutating func check(alert node: ConfigurationNode) {
    let conditions = only(["filter", "metric", "recoveryDropPoints"], of: node)
    if conditions.isEmpty {
      report(
        node.line,
        "'filter', 'metric' or 'recoveryDropPoints' is missing: the condition of the alert.")
    }
    if let filter = node["filter"], filter.text?.allSatisfy(\.isWhitespace) == true {
      report(filter.line, "'filter' is empty, so that the alert would watch every subscriber.")
    }
    if let threshold = node["threshold"], conditions == ["recoveryDropPoints"] {
      report(
        threshold.line,
        "'threshold' belongs to 'filter' or 'metric'; 'recoveryDropPoints' is a threshold itself.")
    }
    check(metricOf: node)
    let format = node["format"]?.text.flatMap(AlertPost.Format.init)
    let isSigned = node["format"] == nil || format == .signed
    if node["run"] == nil, node["post"] == nil, isSigned {
      report(
        node.line, "'run', 'post' or another 'format' is missing: the destination of the alert.")
    }
    if let run = node["run"], !spoiltLines.contains(run.line),
      run.texts.first?.hasPrefix("/") != true
    {
      report(run.line, "'run' has to begin with a program's absolute path.")
    }
    if let post = node["post"], format == .slack {
      report(post.line, "'post' is not for Slack, whose address is the secret itself.")
    }
    let secrets = only(["secretFile", "secretVariable"], of: node)
    if node["post"] != nil || !isSigned, secrets.isEmpty {
      report(
        node.line,
        "'secretFile' or 'secretVariable' is missing: what signs the post, PagerDuty's "
          + "integration key, or Slack's address.")
    }
  }

  /// Checks what belongs to the figure that an alert watches.
  private mutating func check(metricOf node: ConfigurationNode) {
    let metric = node["metric"]?.text.flatMap(AlertMetric.init)
    if let metric, metric.hasCurrency, node["currency"] == nil {
      report(node.line, "'currency' is missing: money is never summed over currencies.")
    }
    if let currency = node["currency"], metric?.hasCurrency != true,
      node["metric"] == nil || metric != nil
    {
      report(currency.line, "'currency' belongs to a metric of money, as 'mrrAtRisk'.")
    }
    if let metric, metric.firesBelow, node["threshold"] == nil {
      report(
        node.line, "'threshold' is missing: the value below which '\(metric.rawValue)' fires.")
    }
    if let metric, metric.firesBelow, !metric.isPercentage, let threshold = node["threshold"],
      threshold.integer == 0
    {
      report(
        threshold.line,
        "'\(metric.rawValue)' is never below 0, so that the alert would never fire.")
    }
    if let metric, metric.isPercentage, let threshold = node["threshold"],
      let percent = threshold.integer
    {
      let range = metric.firesBelow ? 1...100 : 0...99
      guard !range.contains(percent) else { return }
      report(
        threshold.line,
        "\(percent) is not a percentage from \(range.lowerBound) to \(range.upperBound), so that "
          + "'\(metric.rawValue)' would \(percent < 1 || !metric.firesBelow ? "never" : "always") "
          + "fire.")
    }
  }

  private mutating func check(receiver node: ConfigurationNode) {
    if only(["secretFile", "secretVariable"], of: node).isEmpty {
      report(node.line, "'secretFile' or 'secretVariable' is missing: what signs the post.")
    }
  }

  /// Returns those of some settings that are written, of which there may be one.
  private mutating func only(_ names: [String], of node: ConfigurationNode) -> [String] {
    let written = names.filter { node[$0] != nil }
    if written.count > 1 {
      report(
        node[written[1]]?.line ?? node.line,
        "'\(written[0])' and '\(written[1])' exclude each other.")
    }
    return written
  }

  private mutating func reportRepeats(_ names: [(line: Int, name: String)], of list: String) {
    var lines: [String: Int] = [:]
    for (line, name) in names {
      if let first = lines[name] {
        report(line, "'\(name)' has an \(list) on line \(first) already.")
      } else {
        lines[name] = line
      }
    }
  }

  private mutating func report(_ line: Int, _ text: String) {
    problems.append(ConfigurationProblem(path: path, line: line, text: text))
  }
}
