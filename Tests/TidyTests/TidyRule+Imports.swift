extension TidyRule {
  /// Which of the project's own modules a target may import: the arrows of the architecture.
  static let arrows: [String: Set<String>] = [
    "SubscriptionCore": [],
    "TerminalUI": [],
    "ConfigurationFiles": ["SubscriptionCore", "TerminalUI"],
    "EventLedger": ["SubscriptionCore"],
    "ProgramConventions": ["EventLedger", "SubscriptionCore", "TerminalUI"],
    "StorePayloads": ["SubscriptionCore"],
    "Intake": ["EventLedger", "StorePayloads", "SubscriptionCore"],
    "StoreSync": ["EventLedger", "Intake", "StorePayloads", "SubscriptionCore"],
    "StoreSimulator": ["StorePayloads", "SubscriptionCore"],
    "Dashboard": ["EventLedger", "SubscriptionCore", "TerminalUI"],
    "CursesTerminal": ["CTerminal", "TerminalUI"],
    "LedgerSQLite": ["EventLedger", "SubscriptionCore"],
    "StoreClients": ["StoreSync", "SubscriptionCore"],
    "Webhook": ["EventLedger", "Intake", "StorePayloads", "StoreSync", "SubscriptionCore"],
    "SimulatedStores": ["StoreSimulator", "SubscriptionCore"],
  ]

  /// Packages and system modules that only one target may see.
  static let owners: [String: Set<String>] = [
    "GRDB": ["LedgerSQLite"],
    "CBuildInfo": ["ProgramConventions"],
    "CTerminal": ["CursesTerminal"],
    "ArgumentParser": ["churntop", "churntopd"],
    "Hummingbird": ["SimulatedStores", "Webhook"],
    "HummingbirdCore": ["SimulatedStores", "Webhook"],
    "TOMLKit": ["ConfigurationFiles", "churntop"],
    "X509": ["StorePayloads", "StoreSimulator"],
    "Crypto": [
      "SimulatedStores", "StoreClients", "StorePayloads", "StoreSimulator", "Webhook", "churntopd",
    ],
    "CryptoExtras": ["SimulatedStores", "StoreClients", "Webhook"],
    "SwiftASN1": ["StorePayloads", "StoreSimulator"],
  ]

  /// The composition roots, which may see everything of ours.
  private static let programs: Set<String> = ["churntop", "churntopd"]

  /// Data flows one way: a target imports only what lies below it.
  static let imports = TidyRule(name: "a target imports only what lies below it") { file in
    let parts = file.path.split(separator: "/").map(String.init)
    guard parts.first == "Sources", parts.count > 2, file.path.hasSuffix(".swift") else {
      return []
    }
    let target = parts[1]
    return file.lines.enumerated().compactMap { index, line in
      guard let module = importedModule(line) else { return nil }
      let ours = arrows.keys.contains(module) && !programs.contains(target)
      let allowed =
        (!ours || arrows[target]?.contains(module) == true)
        && owners[module]?.contains(target) != false
        && !(target == "SubscriptionCore" && module == "Foundation")
      return allowed ? nil : "\(file.path):\(index + 1): \(target) imports \(module)"
    }
  }

  /// The module that a line imports; `nil` when it imports none.
  private static func importedModule(_ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "internal" })
    else { return nil }
    let kinds = ["struct", "class", "enum", "func", "protocol", "let", "var"]
    let name = kinds.contains(words[place + 1]) ? words.last : words[place + 1]
    return name?.split(separator: ".").first.map(String.init)
  }
}
