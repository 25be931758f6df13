/// The difference that a candidate policy makes to the stores' grace and retries.
///
/// The ledger holds the dates that the stores stated, and a team rarely writes the stores' settings
/// into its own configuration as well. So a date changes only where the candidate states a length,
/// or differs from the policy in force; every other date stays as it was observed. A length for a
/// whole store is not stated for a product whose own settings say another one
/// (<doc:ReplayingAPolicy#Dates>).
public struct RecoveryChange: Hashable, Sendable {
  /// The settings that a candidate can state for all products of a store.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    /// The App Store's grace.
    case appStoreGrace
    /// Google Play's grace.
    case playGrace
    /// Google Play's account hold.
    case playHold
  }

  /// The lengths in force.
  public var current: RecoveryPolicy
  /// The candidate's lengths; equal to ``current`` where the candidate states none.
  public var candidate: RecoveryPolicy
  /// The settings that the candidate states, even if they equal those in force.
  public var stated: Set<Setting>

  /// Creates a change.
  public init(
    from current: RecoveryPolicy, to candidate: RecoveryPolicy, stated: Set<Setting> = []
  ) {
    (self.current, self.candidate, self.stated) = (current, candidate, stated)
  }
}

/// The dates of a failing renewal under one policy.
struct ReplayedDates: Hashable, Sendable {
  /// The end of grace; `nil` without grace.
  var graceEnds: Timestamp?
  /// The end of the store's retries.
  var retryEnds: Timestamp

  /// Returns the instant at which access ends if nothing is paid.
  func accessEnds(failedAt: Timestamp) -> Timestamp { max(failedAt, graceEnds ?? failedAt) }
}

extension RecoveryChange {
  /// The difference up to which a stated date counts as one of the candidate's length.
  ///
  /// Apple counts days by the Pacific clock (<doc:AppStoreRules#Grace-and-retry>), and both stores
  /// count from the renewal date, while an episode begins with the first report of the failure.
  static let tolerance = Duration.hours(12)

  /// The time by which the first report of a failure can follow the date from which Google Play
  /// counts 60 days.
  private static let reportDelay = Duration.days(3)

  /// Returns the dates of an episode as observed at an instant: stated by the store, or projected
  /// by the policy in force.
  ///
  /// Grace of which neither says the end lasted until the episode ended, or lasts still. Retries
  /// that ran out before their projected end lasted until the store gave up.
  func observed(_ record: EpisodeRecord, at now: Timestamp) -> ReplayedDates {
    let episode = record.episode
    let terms = record.recoveryTerms
    var graceEnds: Timestamp?
    if episode.enteredGrace {
      let known = episode.holdStartedAt ?? episode.graceEnds
      graceEnds =
        known ?? current.grace(terms).map { episode.failedAt + $0 } ?? episode.endedAt ?? now
    }
    var retryEnds =
      episode.retryEnds
      ?? current.retryEnd(failure: episode.failedAt, graceEnds: graceEnds, terms: terms)
    if episode.outcome == .ranOut, let endedAt = episode.endedAt {
      retryEnds = min(retryEnds, endedAt)
    }
    return ReplayedDates(graceEnds: graceEnds, retryEnds: retryEnds)
  }

  /// Returns the dates of an episode under the candidate.
  func replayed(_ record: EpisodeRecord, observed: ReplayedDates) -> ReplayedDates {
    let failedAt = countedFrom(record, observed: observed)
    var terms = record.recoveryTerms
    var dates = observed
    let replacesGrace = replacesGrace(terms)
    if replacesGrace {
      let ends = candidate.grace(terms).map { failedAt + $0 }
      dates.graceEnds = Self.kept(observed.graceEnds, near: ends)
    }
    guard record.store.hasHoldSetting else { return dates }
    let replacesHold = replacesHold(terms, failedAt: failedAt, graceEnds: observed.graceEnds)
    guard replacesHold || dates.graceEnds != observed.graceEnds else { return dates }
    if !replacesHold {
      terms.settings.holdDays = holdDays(observed, failedAt: failedAt, terms: record.recoveryTerms)
    }
    let ends = candidate.retryEnd(failure: failedAt, graceEnds: dates.graceEnds, terms: terms)
    dates.retryEnds = Self.kept(observed.retryEnds, near: ends) ?? ends
    return dates
  }

  /// Returns the date from which the store counts grace and retries.
  ///
  /// An episode begins with the first report of the failure. Google Play sends it when the first
  /// days without a payment are over and counts from the renewal all the same, which the 60 days of
  /// its retries tell, or else a usual length of grace.
  private func countedFrom(_ record: EpisodeRecord, observed: ReplayedDates) -> Timestamp {
    let failedAt = record.episode.failedAt
    guard record.store.retriesInSilence else { return failedAt }
    let usual = [3, 7, 14, 30].map { Duration.days($0) }
    let lengths = [current.grace(record.recoveryTerms)].compactMap(\.self) + usual
    let begun = observed.graceEnds.map { ends in lengths.map { ends - $0 } } ?? []
    if begun.contains(where: { Self.kept(failedAt, near: $0) == failedAt }) { return failedAt }
    // An end that came before the 60 days were over says nothing of their beginning.
    let retryEnds = record.episode.retryEnds ?? observed.retryEnds
    return ([retryEnds - RecoveryPolicy.longestTries] + begun)
      .first { failedAt - Self.reportDelay <= $0 && $0 <= failedAt } ?? failedAt
  }

  /// A Boolean value that indicates whether the candidate can change a date.
  var changesDates: Bool { !stated.isEmpty || current != candidate }

  /// Returns whether the candidate's grace takes the place of the observed one.
  func replacesGrace(_ terms: RecoveryTerms) -> Bool {
    let isStated =
      switch terms.store {
      case .appStore: stated.contains(.appStoreGrace)
      case .googlePlay: states(.playGrace, \.graceDays, for: terms.product)
      }
    return isStated || current.grace(terms) != candidate.grace(terms)
  }

  /// Returns whether the candidate states a length of Google Play's for a product: one for the
  /// whole store, unless the product's own settings say another one, or leave it to the default.
  private func states(
    _ setting: Setting, _ days: KeyPath<RecoveryPolicy.PlayRecovery, Int?>,
    for product: ProductID?
  ) -> Bool {
    guard stated.contains(setting) else { return false }
    guard let own = product.flatMap({ candidate.googlePlayProducts[$0.rawValue] }) else {
      return true
    }
    return own[keyPath: days] == candidate.googlePlay[keyPath: days]
  }

  /// Returns whether the candidate's hold takes the place of the observed one.
  private func replacesHold(
    _ terms: RecoveryTerms, failedAt: Timestamp, graceEnds: Timestamp?
  ) -> Bool {
    func end(_ policy: RecoveryPolicy) -> Timestamp {
      policy.retryEnd(failure: failedAt, graceEnds: graceEnds, terms: terms)
    }
    return states(.playHold, \.holdDays, for: terms.product) || end(current) != end(candidate)
  }

  /// Returns the fixed length of an observed hold in whole days; `nil` if it was what grace left of
  /// 60 days, Google Play's default.
  private func holdDays(
    _ observed: ReplayedDates, failedAt: Timestamp, terms: RecoveryTerms
  ) -> Int? {
    let standard = RecoveryPolicy.standard.retryEnd(
      failure: failedAt, graceEnds: observed.graceEnds, terms: terms)
    let isStandard =
      observed.retryEnds - standard <= Self.tolerance
      && standard - observed.retryEnds <= Self.reportDelay
    guard !isStandard else { return nil }
    let hold = observed.retryEnds - observed.accessEnds(failedAt: failedAt)
    return min(60, max(0, (hold + .hours(12)).wholeDays))
  }

  /// Returns the observed date where the candidate's is so near that both mean one length.
  private static func kept(_ observed: Timestamp?, near ends: Timestamp?) -> Timestamp? {
    guard let observed, let ends else { return ends }
    return observed.distance(to: ends) <= tolerance ? observed : ends
  }
}

extension EpisodeRecord {
  /// The properties on which the lengths of grace and hold depend.
  var recoveryTerms: RecoveryTerms {
    RecoveryTerms(
      store: store, environment: .production, period: episode.plan, product: product)
  }
}
