/// One setting of a candidate policy beside the one in force, in words.
public struct PolicyDifference: Hashable, Sendable {
  /// The setting, for example `App Store grace`.
  public var setting: String
  /// The value in force.
  public var current: String
  /// The candidate's value.
  public var candidate: String

  /// A Boolean value that indicates whether the candidate states another value.
  public var differs: Bool { current != candidate }

  /// Returns the settings of a what-if: grace, hold and prompts of both stores, and those of
  /// products with settings of their own that differ; then the rules, their order and the holdout
  /// where they differ.
  ///
  /// A length that the candidate leaves as it is reads `as observed`, because the dates of past
  /// episodes then stay.
  public static func rows(_ whatIf: WhatIf) -> [PolicyDifference] {
    let (current, candidate) = (whatIf.current, whatIf.candidate)
    return lengths(whatIf.change, whatIf.baseline) + products(current.recovery, candidate.recovery)
      + [
        PolicyDifference(
          setting: "App Store prompts", current: current.prompts.appStore.words(.appStore),
          candidate: candidate.prompts.appStore.words(.appStore)),
        PolicyDifference(
          setting: "Google Play prompts", current: current.prompts.googlePlay.words(.googlePlay),
          candidate: candidate.prompts.googlePlay.words(.googlePlay)),
      ] + rules(current.prompts, candidate.prompts) + order(current.prompts, candidate.prompts)
      + holdouts(current.prompts.holdout, candidate.prompts.holdout)
  }

  private static let observed = "as observed"

  private static func lengths(
    _ change: RecoveryChange, _ baseline: RecoveryChange?
  ) -> [PolicyDifference] {
    func words(_ setting: RecoveryChange.Setting, _ change: RecoveryChange?) -> String {
      guard let change else { return observed }
      let (before, after) = (setting.words(change.current), setting.words(change.candidate))
      return change.stated.contains(setting) || before != after ? after : observed
    }
    return RecoveryChange.Setting.allCases.map { setting in
      PolicyDifference(
        setting: setting.title, current: words(setting, baseline),
        candidate: words(setting, change))
    }
  }

  private static func products(
    _ old: RecoveryPolicy, _ new: RecoveryPolicy
  ) -> [PolicyDifference] {
    func words(_ own: RecoveryPolicy.PlayRecovery?) -> String {
      guard let own else { return observed }
      let parts = [own.graceDays.map { "grace \($0)d" }, own.holdDays.map { "hold \($0)d" }]
      return parts.compactMap { $0 }.joined(separator: ", ")
    }
    return new.googlePlayProducts.sorted { $0.key < $1.key }.compactMap { product, own in
      let before = old.googlePlayProducts[product]
      guard before != own else { return nil }
      return PolicyDifference(
        setting: "\(product) at Google Play", current: words(before), candidate: words(own))
    }
  }

  private static func rules(_ old: PromptPolicy, _ new: PromptPolicy) -> [PolicyDifference] {
    let names = (old.rules + new.rules).map(\.name)
    let unique = names.enumerated().filter { !names[..<$0.offset].contains($0.element) }
    return unique.compactMap { _, name in
      let (before, after) = (
        old.rules.first { $0.name == name }, new.rules.first { $0.name == name }
      )
      guard before != after else { return nil }
      func words(_ rule: PromptRule?) -> String {
        rule.map { "\($0.when): \($0.plan.words(nil))" } ?? "none"
      }
      return PolicyDifference(
        setting: "rule \(name)", current: words(before), candidate: words(after))
    }
  }

  /// The order of the rules that both policies have, of which the first that matches applies.
  private static func order(_ old: PromptPolicy, _ new: PromptPolicy) -> [PolicyDifference] {
    func names(_ policy: PromptPolicy, in other: PromptPolicy) -> String {
      let common = Set(other.rules.map(\.name))
      return policy.rules.map(\.name).filter(common.contains).joined(separator: ", ")
    }
    let (before, after) = (names(old, in: new), names(new, in: old))
    guard before != after else { return [] }
    return [PolicyDifference(setting: "order of rules", current: before, candidate: after)]
  }

  private static func holdouts(
    _ old: PromptHoldout?, _ new: PromptHoldout?
  ) -> [PolicyDifference] {
    func words(_ holdout: PromptHoldout?) -> String {
      guard let holdout else { return "none" }
      let since = holdout.since.map { " since \($0.iso8601)" } ?? ""
      return "\(holdout.percent) % by '\(holdout.salt)'\(since)"
    }
    guard old != new else { return [] }
    return [PolicyDifference(setting: "holdout", current: words(old), candidate: words(new))]
  }
}

extension RecoveryChange.Setting {
  /// The name of the setting.
  var title: String {
    switch self {
    case .appStoreGrace: "App Store grace"
    case .playGrace: "Google Play grace"
    case .playHold: "Google Play hold"
    }
  }

  /// The length in a policy.
  fileprivate func words(_ policy: RecoveryPolicy) -> String {
    let days: Int?
    switch self {
    case .appStoreGrace: return policy.appStoreGrace.rawValue
    case .playGrace: days = policy.googlePlay.graceDays
    case .playHold: days = policy.googlePlay.holdDays
    }
    return days.map { "\($0)d" } ?? "Google Play's default"
  }
}

extension PromptPlan {
  /// The plan in a few words, for example `step 3 every 2d, cap 8`.
  fileprivate func words(_ store: Store?) -> String {
    var parts: [String] = []
    switch (step, store) {
    case (.storeMessages, _): parts.append("step 1, no prompts")
    case (.officialMessage, .appStore): parts.append("step 2 in Apple's windows")
    case (.officialMessage, .googlePlay): parts.append("step 2 every 1d")
    case (.officialMessage, nil): parts.append("step 2")
    case (.ownBanner, _): parts.append("step 3 every \(DurationText.text(cadence))")
    }
    if let cap { parts.append("cap \(cap)") }
    if let quietHours {
      parts.append(
        "quiet \(QuietHours.clock(quietHours.from))-\(QuietHours.clock(quietHours.to))")
    }
    if let escalation {
      let within = DurationText.text(escalation.within)
      parts.append("step \(escalation.step.rawValue) in the last \(within)")
    }
    return parts.joined(separator: ", ")
  }
}
