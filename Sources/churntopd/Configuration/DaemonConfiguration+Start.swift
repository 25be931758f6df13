import ConfigurationFiles

/// What a process takes from its configuration when it starts, and not again.
extension DaemonConfiguration {
  /// The settings that count from the next start alone, by the names they are told under.
  private var startSettings: [(name: String, value: String)] {
    [
      ("ledger", ledger), ("host", server.host), ("port", "\(server.port)"),
      ("connections", "\(server.connections)"), ("idleTime", "\(server.idleTime)"),
      ("queueMax", "\(server.queueMax)"), ("pushKeys", server.pushKeys ?? "Google's"),
    ]
  }

  /// The lines at which a file has them.
  static func startLines(of file: ConfigurationFile) -> [String: Int] {
    var lines: [String: Int] = [:]
    lines["ledger"] = file.root["ledger"]?.line
    for (name, _) in DaemonConfiguration(path: "").startSettings.dropFirst() {
      lines[name] = file.root["server"]?[name]?.line
    }
    return lines
  }

  /// What would take a restart to come from another configuration to this one.
  func problemsWithoutStart(from former: DaemonConfiguration) -> [ConfigurationProblem] {
    zip(startSettings, former.startSettings).compactMap { new, old in
      guard new.value != old.value else { return nil }
      return ConfigurationProblem(
        path: path, line: startLines[new.name] ?? 0,
        text: "'\(new.name)' is \(old.value) since the start, and takes a restart to be "
          + "\(new.value).")
    }
  }
}
