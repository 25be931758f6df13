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
    /// An episode, as far as it is compared without a prompt.
    struct Unprompted {
      /// The lower half of the hash of the subscription.
      var hash: UInt32
      /// The number of slices in which it counts.
      var slices: Int32
      /// The first slice from which on it is recovered within the follow-up.
      var recoveredFrom: Int32
    }

    /// A prompt that is compared.
    struct Prompted {
      /// The number of the episode.
      var episode: Int32
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
    }

    /// Adds an episode of a subscription.
    ///
    /// Whatever has not been followed for long enough by ``now`` is left out, recovered or not:
    /// fast recoveries of recent failures are known before slow ones.
    ///
    /// - Complexity: O(*p*) for *p* prompts shown.
    public mutating func add(_ episode: BillingEpisode, of subscription: SubscriptionID) {
      add(episode, hash: Self.hash(of: subscription.rawValue.utf8))
    }

    /// Returns the hash of a subscription's identifier by which episodes are sampled.
    public static func hash(of identifier: some Sequence<UInt8>) -> UInt32 {
      UInt32(truncatingIfNeeded: FNV1a.mixed(FNV1a.hash(identifier)))
    }

    /// Adds an episode of the subscription with a hash.
    mutating func add(_ episode: BillingEpisode, hash: UInt32) {
      guard isSampled(hash) else { return }
      let number = Int32(unprompted.count)
      let known = (now - episode.failedAt).wholeMilliseconds
      let end = episode.endedAt.map { ($0 - episode.failedAt).wholeMilliseconds } ?? .max
      let recovery = episode.outcome.cause == .recovered ? end : .max
      var untilPrompt = Int64.max
      for shown in episode.prompts where shown.at >= episode.failedAt {
        untilPrompt = min(untilPrompt, (shown.at - episode.failedAt).wholeMilliseconds / Self.hour)
      }
      append(hash, known: known, end: end, recovery: recovery, untilPrompt: untilPrompt)
      if !episode.prompts.isEmpty {
        addPrompts(of: episode, number, known: known, end: end, recovery: recovery)
      }
      if unprompted.count > episodesMax { thin() }
    }

    /// Adds an episode that was shown no prompt, of the subscription with a hash: the milliseconds
    /// from the failure until now, until the end and until the recovery, `.max` for one that there
    /// is not.
    mutating func add(notPrompted hash: UInt32, known: Int64, end: Int64, recovery: Int64) {
      guard isSampled(hash) else { return }
      append(hash, known: known, end: end, recovery: recovery, untilPrompt: .max)
      if unprompted.count > episodesMax { thin() }
    }

    @inline(__always)
    private mutating func append(
      _ hash: UInt32, known: Int64, end: Int64, recovery: Int64, untilPrompt: Int64
    ) {
      let (hour, follow) = (Self.hour, follow)
      // The numbers of slices whose middle is before the end, which end before the first prompt,
      // and whose middle has been followed for long enough.
      let open = end == .max ? .max : max(0, (end + hour / 2 - 1) / hour)
      let rest = known - follow - hour / 2
      let followed = rest < 0 ? 0 : rest / hour + 1
      let slices = min(open, untilPrompt, followed, Int64(Self.sliceCount))
      let from = recovery == .max ? slices : (recovery - follow - hour / 2 + hour - 1) / hour
      unprompted.append(
        Unprompted(
          hash: hash, slices: Int32(slices), recoveredFrom: Int32(min(slices, max(0, from)))))
    }

    private mutating func addPrompts(
      of episode: BillingEpisode, _ number: Int32, known: Int64, end: Int64, recovery: Int64
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
              episode: number, group: Int8(group), slice: Int16(age / Self.hour),
              isRecovered: recovery != .max && recovery - age <= follow))
        }
      }
    }

    private func isSampled(_ hash: UInt32) -> Bool { hash & UInt32(samplingStep - 1) == 0 }

    /// Drops the episodes of every second subscription until they fit.
    private mutating func thin() {
      while unprompted.count > episodesMax, samplingStep < 1 << 31 {
        samplingStep *= 2
        let mask = UInt32(samplingStep - 1)
        var places = [Int32](repeating: -1, count: unprompted.count)
        var count: Int32 = 0
        for (place, episode) in unprompted.enumerated() where isSampled(episode.hash) {
          places[place] = count
          count += 1
        }
        unprompted.removeAll { $0.hash & mask != 0 }
        prompted = prompted.compactMap { prompt in
          var prompt = prompt
          prompt.episode = places[Int(prompt.episode)]
          return prompt.episode < 0 ? nil : prompt
        }
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
