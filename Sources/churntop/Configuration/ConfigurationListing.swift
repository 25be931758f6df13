import ConfigurationFiles
import Dashboard
import SubscriptionCore

/// Every setting with its value and origin, as `config show` prints them.
struct ConfigurationListing {
  /// One setting.
  struct Row: Hashable {
    /// The name, after its sections and a dot.
    var name: String
    /// The value.
    var value: String
    /// The origin of the value.
    var origin: String
  }

  /// The settings.
  private(set) var rows: [Row] = []

  /// Lists the configuration of a session.
  init(_ session: Session, _ folder: ConfigurationFolder) {
    let settings = session.settings
    let paths = settings.files.map(\.path)
    add("config", paths.isEmpty ? "none" : paths.joined(separator: ", "), .builtIn)
    for key in ConfigurationKey.allCases {
      let setting = settings.values[key]
      let value = key == .ledger ? session.path : setting?.text ?? fallback(key, session)
      add(key.rawValue, value, setting?.origin ?? .builtIn)
    }
    addPolicy(session.policy, settings)
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
    add("prompts.appStore.step", String(prompts.appStore.step.rawValue), file)
    add("prompts.googlePlay.step", String(prompts.googlePlay.step.rawValue), file)
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
    case .actor: session.actor
    case .readonly, .timezone, .theme, .glyphs, .color, .mask, .mouse, .accessible, .refresh,
      .stale, .undo, .digest, .escdelay, .project:
      key.fallbackWords
    }
  }
}
