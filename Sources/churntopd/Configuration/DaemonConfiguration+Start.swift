import ConfigurationFiles
import EventLedger

/// The settings that take effect only when a process starts.
extension DaemonConfiguration {
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
}
