import SubscriptionCore
import TOMLKit

/// The sections of the configuration that make up the policy: `[recovery]` and `[prompts]`.
enum PolicyConfiguration {
  /// Their names.
  static let sections = ["recovery", "prompts"]

  private static let recoveryKeys = ["appStoreGrace", "googlePlay", "googlePlayProducts"]
  private static let playKeys = ["graceDays", "holdDays"]
  private static let promptKeys = ["appStore", "googlePlay", "rules"]
  private static let planKeys = [
    "step", "cadence", "cap", "quietHours", "escalation", "name", "when",
  ]

  /// The policy that a configuration describes.
  ///
  /// What makes no sense is left out with a warning, a broken `[prompts]` section as a whole:
  /// half a strategy may be worse than the standard one.
  static func policy(_ settings: inout Settings) -> ChurnPolicy {
    guard let file = settings.file else { return .standard }
    var policy = ChurnPolicy.standard
    if let table = file.table["recovery"]?.table {
      for warning in file.unknownKeys(of: table, in: "recovery", known: recoveryKeys) {
        settings.warn(warning)
      }
      policy.recovery = recovery(table, file, &settings)
    }
    if let table = file.table["prompts"]?.table {
      for warning in unknownPromptKeys(table, file) { settings.warn(warning) }
      do {
        policy.prompts = try TOMLDecoder().decode(PromptPolicy.self, from: table)
      } catch {
        settings.warn(
          "\(file.place(of: "prompts")): [prompts] is left out: \(sentence(error))")
      }
    }
    return policy
  }

  private static func recovery(
    _ table: TOMLTable, _ file: ConfigurationFile, _ settings: inout Settings
  ) -> RecoveryPolicy {
    var policy = RecoveryPolicy.standard
    if let text = table["appStoreGrace"]?.string {
      if let grace = RecoveryPolicy.AppStoreGrace(rawValue: text) {
        policy.appStoreGrace = grace
      } else {
        let known = RecoveryPolicy.AppStoreGrace.allCases.map(\.rawValue).joined(separator: ", ")
        settings.warn(
          "\(file.place(of: "appStoreGrace", in: "recovery")): '\(text)' is not one of \(known). "
            + "It is left out.")
      }
    }
    if let play = table["googlePlay"]?.table {
      policy.googlePlay = playRecovery(play, "recovery.googlePlay", file, &settings)
    }
    if let products = table["googlePlayProducts"]?.table {
      for product in products.keys {
        guard let play = products[product]?.table else { continue }
        policy.googlePlayProducts[product] = playRecovery(
          play, "recovery.googlePlayProducts.\(product)", file, &settings)
      }
    }
    return policy
  }

  private static func playRecovery(
    _ table: TOMLTable, _ section: String, _ file: ConfigurationFile, _ settings: inout Settings
  ) -> RecoveryPolicy.PlayRecovery {
    for warning in file.unknownKeys(of: table, in: section, known: playKeys) {
      settings.warn(warning)
    }
    return RecoveryPolicy.PlayRecovery(
      graceDays: table["graceDays"]?.int, holdDays: table["holdDays"]?.int)
  }

  private static func unknownPromptKeys(
    _ table: TOMLTable, _ file: ConfigurationFile
  ) -> [String] {
    var warnings = file.unknownKeys(of: table, in: "prompts", known: promptKeys)
    for name in ["appStore", "googlePlay"] {
      guard let plan = table[name]?.table else { continue }
      warnings += file.unknownKeys(of: plan, in: "prompts.\(name)", known: planKeys)
    }
    for rule in table["rules"]?.array.map(Array.init) ?? [] {
      guard let rule = rule.table else { continue }
      warnings += file.unknownKeys(of: rule, in: "prompts.rules", known: planKeys)
    }
    return warnings
  }

  /// What is wrong with a section, without the decoder's own wrapping.
  private static func sentence(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      return named(context.codingPath) + context.debugDescription
    case .keyNotFound(let key, let context):
      return named(context.codingPath) + "'\(key.stringValue)' is missing"
    @unknown default: return "\(error)"
    }
  }

  private static func named(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : path.map(\.stringValue).joined(separator: ".") + ": "
  }
}
