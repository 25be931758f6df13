/// Lengths of grace and hold for all products of a store; those that are not stated stay as
/// observed.
public struct PolicyLengths: Hashable, Sendable {
  /// The App Store's grace; `nil` as observed.
  public var appStoreGrace: RecoveryPolicy.AppStoreGrace?
  /// Whole days of grace at Google Play; `nil` as observed.
  public var playGraceDays: Int?
  /// Whole days of account hold at Google Play; `nil` as observed.
  public var playHoldDays: Int?

  /// Creates lengths of which none is stated.
  public init() {}

  /// The lengths that are stated.
  public var stated: Set<RecoveryChange.Setting> {
    var stated: Set<RecoveryChange.Setting> = []
    if appStoreGrace != nil { stated.insert(.appStoreGrace) }
    if playGraceDays != nil { stated.insert(.playGrace) }
    if playHoldDays != nil { stated.insert(.playHold) }
    return stated
  }

  /// Returns a policy with the lengths that are stated, also for products with settings of their
  /// own, whose hold is brought within Google Play's limits.
  public func recovery(over current: RecoveryPolicy) -> RecoveryPolicy {
    var recovery = current
    recovery.appStoreGrace = appStoreGrace ?? current.appStoreGrace
    recovery.googlePlay = changed(current.googlePlay)
    recovery.googlePlayProducts = current.googlePlayProducts.mapValues { changed($0).fitted }
    return recovery
  }

  private func changed(_ own: RecoveryPolicy.PlayRecovery) -> RecoveryPolicy.PlayRecovery {
    RecoveryPolicy.PlayRecovery(
      graceDays: playGraceDays ?? own.graceDays, holdDays: playHoldDays ?? own.holdDays)
  }
}

extension PolicyCandidate {
  /// The change from what was observed to the lengths to compare with; `nil` where none is stated.
  public func baseline(over current: ChurnPolicy) -> RecoveryChange? {
    guard !present.stated.isEmpty else { return nil }
    return RecoveryChange(
      from: current.recovery, to: present.recovery(over: current.recovery), stated: present.stated)
  }

  /// The candidate of the lengths to compare with, with the prompts in force.
  public func presentSide(over current: ChurnPolicy) -> PolicyCandidate {
    var side = PolicyCandidate(over: current)
    side.lengths = present
    return side
  }

  /// Changes a length to compare with to the next of its values, or the one before; `false` where
  /// there is no such value.
  @discardableResult
  public mutating func changePresent(
    _ setting: RecoveryChange.Setting, by step: Int, over current: ChurnPolicy
  ) -> Bool {
    var side = presentSide(over: current)
    guard side.change(.length(setting), by: step, over: current) else { return false }
    present = side.lengths
    return true
  }
}

extension RecoveryChange.Setting {
  /// The reason for which the length has no other values than those that can be chosen.
  public var limits: String {
    switch self {
    case .appStoreGrace:
      "App Store Connect offers 3, 16 and 28 days or none; for weekly plans 16 and 28 mean 6"
    case .playGrace: "Google Play grants grace of 0 to 30 days"
    case .playHold: "at Google Play grace and hold last 30 to 60 days together"
    }
  }
}
