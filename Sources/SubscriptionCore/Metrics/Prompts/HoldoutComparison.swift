/// The comparison of accounts that are shown prompts with those that the policy holds out: an
/// experiment, so the difference is the effect of prompting (<doc:Metrics#Holdout>).
///
/// It compares by the assignment and not by what was shown (intention to treat), and each account
/// by its first failure since the holdout began: later ones depend on the first.
public struct HoldoutComparison: Hashable, Sendable {
  /// The accounts of one arm.
  public struct Arm: Hashable, Sendable {
    /// The accounts with a failure since the holdout began.
    public var accounts = 0
    /// Those of them that were shown a prompt in that episode.
    public var shown = 0
    /// Those recovered within the follow-up, of those that were followed for all of it.
    public var recovery = Rate(0, of: 0)
  }

  /// The holdout.
  public let holdout: PromptHoldout
  /// The instant at which the episodes are known.
  public let now: Timestamp
  /// The time after the failure within which a recovery counts.
  public let followUp: Duration
  /// The difference of the shares that the comparison shall be able to find.
  public let effect: Double
  /// The accounts that are shown prompts.
  public private(set) var prompted = Arm()
  /// The accounts that are held out.
  public private(set) var heldOut = Arm()
  /// The most accounts that are compared, which bounds the memory: those that failed first.
  public let accountsMax: Int
  /// The hashes of the accounts seen, of which no two are expected to be equal below billions.
  private var seen: Set<UInt64> = []

  /// Creates a comparison without episodes.
  public init(
    _ holdout: PromptHoldout, at now: Timestamp, followUp: Duration = .days(60),
    effect: Double = 0.05, accountsMax: Int = 1_000_000
  ) {
    (self.holdout, self.now, self.followUp, self.effect) = (holdout, now, followUp, effect)
    self.accountsMax = accountsMax
  }

  /// Adds an episode of production; the episodes come in the order of their failures.
  ///
  /// - Complexity: O(1).
  public mutating func add(
    _ episode: BillingEpisode, account: AccountID?, subscription: SubscriptionID
  ) {
    guard accounts < accountsMax, holdout.covers(failedAt: episode.failedAt),
      episode.failedAt <= now
    else { return }
    let hash = holdout.hash(account: account, subscription: subscription)
    guard seen.insert(hash).inserted else { return }
    let isHeldOut = holdout.holdsOut(hash: hash)
    var arm = isHeldOut ? heldOut : prompted
    arm.accounts += 1
    if !episode.prompts.isEmpty { arm.shown += 1 }
    if episode.failedAt + followUp <= now {
      let time = episode.endedAt.map { $0 - episode.failedAt }
      let isRecovered = episode.isRecovered && time.map { $0 <= followUp } ?? false
      arm.recovery = arm.recovery + Rate(isRecovered ? 1 : 0, of: 1)
    }
    if isHeldOut { heldOut = arm } else { prompted = arm }
  }

  /// Adds an episode of production; the episodes come in the order of their failures.
  public mutating func add(_ record: EpisodeRecord) {
    add(record.episode, account: record.account, subscription: record.subscription)
  }

  /// The comparison for a report, without its memory of accounts: nothing more may be added.
  public var result: HoldoutComparison {
    var result = self
    result.seen = []
    return result
  }

  /// The accounts of both arms.
  public var accounts: Int { prompted.accounts + heldOut.accounts }

  /// The recovery of the prompted minus that of the held out, with Newcombe's interval.
  public var difference: RateDifference {
    RateDifference(of: prompted.recovery, from: heldOut.recovery)
  }

  /// The accounts followed so far, of both arms.
  public var followed: Int { prompted.recovery.denominator + heldOut.recovery.denominator }

  /// The followed accounts that are held out below which their recovery is too uncertain to tell
  /// how many accounts the comparison needs.
  public static let heldOutMin = 30

  /// The probability that so many accounts show ``effect``, if there is one; `nil` while an arm is
  /// empty, or fewer than ``heldOutMin`` of the held out were followed.
  public var power: Double? {
    guard followed > 0 else { return nil }
    let allocation = Double(heldOut.recovery.denominator) / Double(followed)
    guard allocation > 0, allocation < 1 else { return nil }
    return design(allocation)?.power(participants: followed)
  }

  /// The accounts of both arms that find ``effect`` with a probability of 80 %; `nil` while fewer
  /// than ``heldOutMin`` of the held out were followed.
  public var needed: Int? { design(holdout.share)?.participants(power: 0.8) }

  /// The accounts still to be followed until ``needed``.
  public var stillNeeded: Int? { needed.map { max(0, $0 - followed) } }

  private func design(_ allocation: Double) -> TwoArmDesign? {
    guard heldOut.recovery.denominator >= Self.heldOutMin,
      let reference = heldOut.recovery.share
    else { return nil }
    // Close to the top the same distance is looked for below.
    let isNearTop = reference + effect > 1
    return TwoArmDesign(
      reference: reference, effect: isNearTop ? -effect : effect, allocation: allocation)
  }
}
