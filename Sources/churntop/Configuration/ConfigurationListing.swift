import Foundation
import SubscriptionCore
import TOMLKit

/// Every setting with its value and where it comes from, as `config show` prints them.
struct ConfigurationListing {
  /// One setting.
  struct Row: Hashable {
    /// Its name; sections before a dot.
    var name: String
    /// Its value.
    var value: String
    /// Where it comes from.
    var origin: String
  }

  /// The settings.
  private(set) var rows: [Row] = []

  /// Lists what a session was configured with.
  init(_ session: Session) {
    let settings = session.settings
    add("config", settings.file?.path ?? "none", .builtIn)
    for key in ConfigurationKey.allCases {
      let setting = settings.values[key]
      let value = key == .ledger ? session.path : setting?.text ?? fallback(key, session)
      add(key.rawValue, value, setting?.origin ?? .builtIn)
    }
    let file = settings.file
    func origin(_ key: String, _ section: String, isSet: Bool) -> SettingOrigin {
      guard let file, isSet else { return .builtIn }
      return .file(path: file.path, line: file.line(of: key, in: section))
    }
    let recovery = file?.table["recovery"]?.table
    let policy = session.policy
    add(
      "recovery.appStoreGrace", policy.recovery.appStoreGrace.rawValue,
      origin("appStoreGrace", "recovery", isSet: recovery?["appStoreGrace"] != nil))
    let play = recovery?["googlePlay"]?.table
    add(
      "recovery.googlePlay.graceDays",
      policy.recovery.googlePlay.graceDays.map(String.init) ?? "store's",
      origin("graceDays", "recovery.googlePlay", isSet: play?["graceDays"] != nil))
    add(
      "recovery.googlePlay.holdDays",
      policy.recovery.googlePlay.holdDays.map(String.init) ?? "store's",
      origin("holdDays", "recovery.googlePlay", isSet: play?["holdDays"] != nil))
    let isStandard = policy.prompts == .standard
    let prompts = origin("prompts", "", isSet: file?.table["prompts"] != nil && !isStandard)
    add("prompts.appStore.step", String(policy.prompts.appStore.step.rawValue), prompts)
    add("prompts.googlePlay.step", String(policy.prompts.googlePlay.step.rawValue), prompts)
    for rule in policy.prompts.rules {
      add("prompts.rules.\(rule.name)", "\(rule.when) -> step \(rule.plan.step.rawValue)", prompts)
    }
  }

  private mutating func add(_ name: String, _ value: String, _ origin: SettingOrigin) {
    rows.append(Row(name: name, value: value, origin: origin.text))
  }

  private func fallback(_ key: ConfigurationKey, _ session: Session) -> String {
    switch key {
    case .ledger: session.path
    case .timezone: "UTC"
    case .theme, .glyphs, .color: "auto"
    case .readonly: "false"
    case .actor: session.actor
    }
  }
}
