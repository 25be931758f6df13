extension PromptEffect {
  /// The episodes that prompts are compared over, collected one at a time.
  ///
  /// Ages are counted from the failure in slices of an hour, up to the 60 days of the longest
  /// retries. An episode that was not prompted counts in every slice in which it is open at the
  /// middle and has seen no prompt by the end; these slices are the first ones, so two numbers say
  /// which they are.
  public struct Observations: Sendable {
    /// An episode, as far as it is compared without a prompt.
    struct Unprompted {
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
    private(set) var unprompted: [Unprompted] = []
    private(set) var prompted: [Prompted] = []

    /// Creates an empty collection.
    public init(at now: Timestamp, followUp: Duration = .days(7)) {
      (self.now, self.followUp) = (now, followUp)
    }

    /// Adds an episode.
    ///
    /// Whatever has not been followed for long enough by ``now`` is left out, recovered or not:
    /// fast recoveries of recent failures are known before slow ones.
    ///
    /// - Complexity: O(*p*) for *p* prompts shown.
    public mutating func add(_ episode: BillingEpisode) {
      let number = Int32(unprompted.count)
      let known = (now - episode.failedAt).wholeMilliseconds
      let end = episode.endedAt.map { ($0 - episode.failedAt).wholeMilliseconds } ?? .max
      let recovery = episode.outcome.cause == .recovered ? end : .max
      let (hour, follow) = (Self.hour, followUp.wholeMilliseconds)
      let ages = episode.prompts.map { ($0.at - episode.failedAt).wholeMilliseconds }
      // The numbers of slices whose middle is before the end, which end before the first prompt,
      // and whose middle has been followed for long enough.
      let open = end == .max ? .max : max(0, (end + hour / 2 - 1) / hour)
      let untilPrompt = ages.filter { $0 >= 0 }.min().map { $0 / hour } ?? .max
      let rest = known - follow - hour / 2
      let followed = rest < 0 ? 0 : rest / hour + 1
      let slices = min(open, untilPrompt, followed, Int64(Self.sliceCount))
      let from = recovery == .max ? slices : (recovery - follow - hour / 2 + hour - 1) / hour
      unprompted.append(
        Unprompted(slices: Int32(slices), recoveredFrom: Int32(min(slices, max(0, from)))))
      var seen: Set<PromptStep> = []
      for (place, shown) in episode.prompts.sorted(by: { $0.at < $1.at }).enumerated() {
        let age = (shown.at - episode.failedAt).wholeMilliseconds
        let groups = groups(
          number: place + 1, shown.step, isFirst: seen.insert(shown.step).inserted)
        guard age >= 0, age <= end, age + follow <= known, age / hour < Self.sliceCount else {
          continue
        }
        for group in groups {
          prompted.append(
            Prompted(
              episode: number, group: group, slice: Int16(age / hour),
              isRecovered: recovery != .max && recovery - age <= follow))
        }
      }
    }

    /// Returns the places of the groups to which a prompt belongs.
    private func groups(number: Int, _ step: PromptStep, isFirst: Bool) -> [Int8] {
      Group.all.indices.filter { place in
        switch Group.all[place] {
        case .first: number == 1
        case .step(let other): isFirst && step == other
        case .number(let other): number == other
        }
      }.map { Int8($0) }
    }
  }
}
