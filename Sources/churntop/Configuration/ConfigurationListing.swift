import ConfigurationFiles
import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI

/// Every setting with its value and origin, as `config show` prints them.
struct ConfigurationListing {
  /// One setting.
  struct Row: Hashable {
    /// The name, after its sections and a dot.
    var name: String
    /// The value.
    var value: String
    var origin: String
  }

  /// The settings.
  private(set) var rows: [Row] = []

  /// Lists the configuration of a session.
  init(_ session: Session, _ folder: ConfigurationFolder) {
    let settings = session.settings
    let paths = settings.files.map(\.path)
    add(
      "config", paths.isEmpty ? "none" : paths.joined(separator: ", "),
      settings.configOrigin)
    let stateFolder = session.dependencies.stateFolder
    let chosen = StoredAppearance(stateFolder: stateFolder)
    for key in ConfigurationKey.allCases {
      let setting = settings.values[key]
      if let (value, origin) = Self.elsewhere(key, session, chosen, stateFolder) {
        add(key.rawValue, value, origin)
        continue
      }
      let value = key == .ledger ? session.path : setting?.text ?? fallback(key, session)
      add(key.rawValue, value, setting?.origin ?? .builtIn)
    }
    addPolicy(session.policy, settings)
    addSections(session.policy, settings)
    for (statement, origin) in PolicyConfiguration.products(of: settings.files) {
      addProduct(statement, origin)
    }
    addKeys(folder.keys)
    for view in folder.views.views {
      let key = view.key.map { "@\($0) " } ?? ""
      add(
        "views.\(view.name)", "\(key)\(view.screen.rawValue) \(view.filter)",
        folder.views.places[view.name] ?? .builtIn)
    }
    for command in folder.commands.commands {
      let key = command.key.map { "\($0.title) " } ?? ""
      add(
        "commands.\(command.name)", key + command.arguments.joined(separator: " "),
        folder.commands.places[command.name] ?? .builtIn)
    }
  }

  /// Returns the value of a setting and its origin where neither an option, a variable of
  /// churntop's own nor a file decides it; `nil` otherwise.
  private static func elsewhere(
    _ key: ConfigurationKey, _ session: Session, _ chosen: StoredAppearance, _ stateFolder: String
  ) -> (String, SettingOrigin)? {
    let (settings, environment) = (session.settings, session.dependencies.environment)
    switch key {
    case .theme where settings.values[.theme] == nil:
      return chosen.theme.map { ($0, StoredAppearance.origin(in: stateFolder)) }
    case .glyphs where settings.values[.glyphs] == nil:
      return chosen.glyphs.map { ($0.rawValue, StoredAppearance.origin(in: stateFolder)) }
    case .escdelay:
      guard environment[EscapeDelay.variable] != nil,
        let delay = try? EscapeDelay(settings, environment: environment),
        String(delay.milliseconds) != settings.values[.escdelay]?.text ?? key.fallbackWords
      else { return nil }
      return (String(delay.milliseconds), .environment(EscapeDelay.variable))
    case .accessible:
      let variable = "ACCESSIBLE"
      guard environment[variable, default: ""] != "" else { return nil }
      let isOn = session.dependencies.tellsLines(flag: nil, setting: false)
      return (String(isOn), .environment(variable))
    case _: return nil
    }
  }

  /// Adds every value of the sections of the policy and of the report currency that a file sets,
  /// with its line, beside those that are listed already.
  private mutating func addSections(_ policy: ChurnPolicy, _ settings: Settings) {
    for section in TableShape.policy + TableShape.currency where section.name != "products" {
      // A section as a whole takes the place of that of an earlier file.
      guard let file = settings.files.last(where: { $0.root[section.name] != nil }),
        let node = file.root[section.name],
        section.name != "prompts" || policy.prompts != .standard
      else { continue }
      addValues(of: node, section.name, file.path)
    }
  }

  private mutating func addValues(of node: ConfigurationNode, _ name: String, _ path: String) {
    switch node.value {
    case .table(let entries):
      for entry in entries { addValues(of: entry.node, "\(name).\(entry.name)", path) }
    case .list(let elements):
      for element in elements {
        let own = element["name"]?.text ?? ""
        for entry in element.entries where !["name", "when", "step"].contains(entry.name) {
          addValues(of: entry.node, "\(name).\(own).\(entry.name)", path)
        }
      }
    case .text, .integer, .boolean, .other:
      guard let word = node.word, !rows.contains(where: { $0.name == name }),
        !name.hasPrefix("prompts.holdout.")
      else { return }
      add(name, word, .file(path: path, line: node.line))
    }
  }

  private mutating func addPolicy(_ policy: ChurnPolicy, _ settings: Settings) {
    func origin(_ keys: String...) -> SettingOrigin {
      settings.files.reversed().first { $0.root[keys[0]] != nil }?.origin(keys) ?? .builtIn
    }
    let (recovery, prompts) = (policy.recovery, policy.prompts)
    add(
      "recovery.appStoreGrace", recovery.appStoreGrace.rawValue,
      origin("recovery", "appStoreGrace"))
    add(
      "recovery.googlePlay.graceDays", recovery.googlePlay.graceDays.map(String.init) ?? "store's",
      origin("recovery", "googlePlay", "graceDays"))
    add(
      "recovery.googlePlay.holdDays", recovery.googlePlay.holdDays.map(String.init) ?? "store's",
      origin("recovery", "googlePlay", "holdDays"))
    let file = prompts == .standard ? .builtIn : origin("prompts")
    for (name, plan) in [("appStore", prompts.appStore), ("googlePlay", prompts.googlePlay)] {
      let line = file == .builtIn ? .builtIn : origin("prompts", name, "step")
      add("prompts.\(name).step", String(plan.step.rawValue), line)
    }
    for rule in prompts.rules {
      add("prompts.rules.\(rule.name)", "\(rule.when) -> step \(rule.plan.step.rawValue)", file)
    }
    if let holdout = prompts.holdout {
      let since = holdout.since.map { " since \(LocalTime.utc.day($0.start))" } ?? ""
      add("prompts.holdout", "\(holdout.percent) % by '\(holdout.salt)'\(since)", file)
    }
  }

  private mutating func addProduct(_ statement: CatalogueStatement, _ origin: SettingOrigin) {
    let key = statement.key
    let place = key.app.map { "\(key.store.rawValue)/\($0)" } ?? key.store.rawValue
    let product = key.product.rawValue.isEmpty ? "" : "\(key)."
    let since = statement.since.map { " since \(LocalTime.utc.day($0))" } ?? ""
    let detail = statement.fact.detail.isEmpty ? "" : ".\(statement.fact.detail)"
    add(
      "products.\(place).\(product)\(statement.fact.field)\(detail)",
      statement.fact.value + since, origin)
  }

  private mutating func addKeys(_ keys: KeyConfiguration) {
    rows.append(
      Row(name: "keys.preset", value: keys.preset.rawValue, origin: keys.presetOrigin.text))
    for binding in keys.bindings {
      let place = binding.screen.map { "\($0.rawValue)." } ?? ""
      let value = binding.keys.map(\.name).joined(separator: " ")
      rows.append(
        Row(
          name: "keys.bind.\(place)\(binding.command.rawValue)",
          value: value.isEmpty ? "none" : value, origin: binding.place))
    }
  }

  private mutating func add(_ name: String, _ value: String, _ origin: SettingOrigin) {
    rows.append(Row(name: name, value: value, origin: origin.text))
  }

  private func fallback(_ key: ConfigurationKey, _ session: Session) -> String {
    switch key {
    case .ledger: session.path
    case .actor where session.address.isServer: key.fallbackWords
    case .actor: session.dependencies.user
    case .readonly, .timezone, .theme, .glyphs, .color, .mask, .mouse, .accessible, .refresh,
      .stale, .undo, .digest, .escdelay, .project:
      key.fallbackWords
    }
  }
}
