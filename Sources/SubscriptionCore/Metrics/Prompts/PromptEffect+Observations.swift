import PlainText

extension PromptEffect {
  /// The episodes that prompts are compared over, collected one at a time.
  ///
  /// Ages are counted from the failure in slices of an hour, up to the 60 days of the longest
  /// retries. An episode that was not prompted counts in every slice in which it is open at the
  /// middle and has seen no prompt by the end; these slices are the first ones, so two numbers say
  /// which they are.
  ///
  /// The memory is bounded: once there are more than ``episodesMax`` episodes, those of half of the
  /// subscriptions are dropped and no longer added, and so on. A hash of the subscription chooses
  /// them, which has nothing to do with prompts or recovery.
  public struct Observations: Sendable {
    /// An episode, as far as it is compared without a prompt, in four bytes.
    struct Unprompted {
      /// The level of the subscription, then ``slices``, then ``gain``.
      private let bits: UInt32

      init(level: UInt8, slices: Int64, recoveredFrom: Int64) {
        bits =
          UInt32(level) << 22 | UInt32(truncatingIfNeeded: slices) << 11
          | UInt32(truncatingIfNeeded: slices - recoveredFrom)
      }

      /// The level of the subscription.
      var level: UInt32 { bits >> 22 }
      /// The number of slices in which it counts.
      var slices: Int { Int(bits >> 11 & 0x7FF) }
      /// The number of slices in which it is recovered within the follow-up, the last ones.
      var gain: Int { Int(bits & 0x7FF) }
    }

    /// A prompt that is compared.
    struct Prompted {
      /// Its episode.
      var episode: Unprompted
      /// The place of the group in ``Group/all``.
      var group: Int8
      /// The slice of the prompt.
      var slice: Int16
      /// A Boolean value that indicates whether a recovery followed in time.
      var isRecovered: Bool
    }

    static let hour: Int64 = 3_600_000
    static let sliceCount = 60 * 24

    /// The instant at which the episodes are known.
    public let now: Timestamp
    /// The time after a prompt within which a recovery counts.
    public let followUp: Duration
    /// The milliseconds of ``followUp``.
    private let follow: Int64
    /// The most episodes that are kept.
    public let episodesMax: Int
    /// The number of subscriptions of which one is compared; 1 for all, otherwise a power of two.
    public private(set) var samplingStep = 1
    private(set) var unprompted: [Unprompted] = []
    private(set) var prompted: [Prompted] = []

    /// Creates an empty collection.
    public init(
      at now: Timestamp, followUp: Duration = .days(7), episodesMax: Int = 500_000
    ) {
      (self.now, self.followUp, self.episodesMax) = (now, followUp, max(1, episodesMax))
      follow = followUp.wholeMilliseconds
      unprompted.reserveCapacity(min(self.episodesMax, 1 << 19) + 1)
    }

    /// Adds an episode of a subscription.
    ///
    /// Whatever has not been followed for long enough by ``now`` is left out, recovered or not:
    /// fast recoveries of recent failures are known before slow ones.
    ///
    /// - Complexity: O(*p*) for *p* prompts shown.
    public mutating func add(_ episode: BillingEpisode, of subscription: SubscriptionID) {
      add(episode, level: Self.level(of: subscription.rawValue.utf8))
    }

    /// Returns the level of a subscription's identifier, by which episodes are sampled: one in two
    /// has level 1 or more, one in four level 2 or more, and so on.
    public static func level(of identifier: some Sequence<UInt8>) -> UInt8 {
      let hash = UInt32(truncatingIfNeeded: FNV1a.mixed(FNV1a.hash(identifier)))
      return UInt8(hash.trailingZeroBitCount)
    }

    /// The least level of the subscriptions that are compared.
    var leastLevel: UInt8 { UInt8(samplingStep.trailingZeroBitCount) }

    /// Adds an episode of a subscription with a level.
    mutating func add(_ episode: BillingEpisode, level: UInt8) {
      guard level >= leastLevel else { return }
      let known = (now - episode.failedAt).wholeMilliseconds
      let end = episode.endedAt.map { ($0 - episode.failedAt).wholeMilliseconds } ?? .max
      let recovery = episode.isRecovered ? end : .max
      var untilPrompt = Int64.max
      for shown in episode.prompts where shown.at >= episode.failedAt {
        untilPrompt = min(untilPrompt, (shown.at - episode.failedAt).wholeMilliseconds / Self.hour)
      }
      append(level, known: known, end: end, recovery: recovery, untilPrompt: untilPrompt)
      if let own = unprompted.last, !episode.prompts.isEmpty {
        addPrompts(of: episode, own, known: known, end: end, recovery: recovery)
      }
      if unprompted.count > episodesMax { thin() }
    }

    /// Adds an episode that was shown no prompt, of a subscription whose level is compared: the
    /// milliseconds from the failure until now and until the end, `.max` without one.
    @inline(__always)
    mutating func add(notPrompted level: UInt8, known: Int64, end: Int64, isRecovered: Bool) {
      append(
        level, known: known, end: end, recovery: isRecovered ? end : .max, untilPrompt: .max)
      if unprompted.count > episodesMax { thin() }
    }

    @inline(__always)
    private mutating func append(
      _ level: UInt8, known: Int64, end: Int64, recovery: Int64, untilPrompt: Int64
    ) {
      // The numbers of slices whose middle is before the end, which end before the first prompt,
      // and whose middle has been followed for long enough.
      let open = Self.slices(until: end)
      let followed = max(0, known &- follow &+ Self.hour / 2) / Self.hour
      let slices = min(open, untilPrompt, followed, Int64(Self.sliceCount))
      let from = recovery == .max ? slices : Self.slices(until: recovery.subtractingClamped(follow))
      unprompted.append(
        Unprompted(level: level, slices: slices, recoveredFrom: min(slices, from)))
    }

    /// Returns the number of slices whose middle is before an age in milliseconds.
    @inline(__always)
    private static func slices(until age: Int64) -> Int64 {
      age <= hour / 2 ? 0 : Int64(UInt64(age &- hour / 2 &- 1) / UInt64(hour)) &+ 1
    }

    private mutating func addPrompts(
      of episode: BillingEpisode, _ own: Unprompted, known: Int64, end: Int64, recovery: Int64
    ) {
      // A bit for each step.
      var seen = 0
      for (place, shown) in episode.prompts.enumerated() {
        let age = (shown.at - episode.failedAt).wholeMilliseconds
        let isFirst = seen & 1 << shown.step.rawValue == 0
        seen |= 1 << shown.step.rawValue
        guard age >= 0, age <= end, age + follow <= known, age / Self.hour < Self.sliceCount else {
          continue
        }
        for group in Group.all.indices
        where Group.all[group].contains(number: place + 1, shown.step, isFirst: isFirst) {
          prompted.append(
            Prompted(
              episode: own, group: Int8(group), slice: Int16(age / Self.hour),
              isRecovered: recovery != .max && recovery - age <= follow))
        }
      }
    }

    /// Drops the episodes of every second subscription until they fit.
    private mutating func thin() {
      while unprompted.count > episodesMax, samplingStep < 1 << 31 {
        samplingStep *= 2
        let least = UInt32(leastLevel)
        unprompted.removeAll { $0.level < least }
        prompted.removeAll { $0.episode.level < least }
      }
    }
  }
}

extension PromptEffect.Group {
  /// Returns whether the group has a prompt of an episode by its number, its step, and whether it
  /// was the first of that step.
  fileprivate func contains(number: Int, _ step: PromptStep, isFirst: Bool) -> Bool {
    switch self {
    case .first: number == 1
    case .step(let other): isFirst && step == other
    case .number(let other): number == other
    }
  }
}
