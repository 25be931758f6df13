import PlainText

/// An estimate of the recovery to be expected under two policies, with confidence bands.
///
/// The share of renewals paid by each time since the failure is the Aalen-Johansen estimate of the
/// cumulative incidence, with payment competing with everything else that ends an episode early: a
/// cancellation, a refund, another purchase. An episode that is open, or whose retries ran out, was
/// not paid up to then and says nothing of later times. The estimate is made by store, and for
/// plans of a week or less apart, whose grace is shorter.
///
/// The bands are those of a Poisson bootstrap over subscriptions: in each resampling a subscription
/// counts as often as a hash of its identifier and the seed say, on average once (Hanley and
/// MacGibbon, "Creating non-parametric bootstrap samples using Poisson frequencies", 2006). So they
/// depend neither on the order of the episodes nor on the machine.
struct ExpectedRecovery: Sendable {
  private let seed: UInt64
  private let resamplings: Int
  private var strata: [Stratum: StratumRecovery] = [:]

  /// A group of episodes that recover at the same pace.
  private struct Stratum: Hashable {
    var store: Store
    var isWeekly: Bool

    var rank: (String, Int) { (store.rawValue, isWeekly ? 1 : 0) }
  }

  init(seed: UInt64, resamplings: Int) {
    (self.seed, self.resamplings) = (seed, max(0, resamplings))
  }

  /// Adds an episode with its dates as observed and under both policies.
  ///
  /// The App Store's 60 days are nominal: what it collects some days later is expected as well
  /// (<doc:AppStoreRules#Grace-and-retry>).
  mutating func add(
    _ record: EpisodeRecord, observed: ReplayedDates, current: ReplayedDates,
    candidate: ReplayedDates, at now: Timestamp
  ) {
    let episode = record.episode
    let allowance: Int64 =
      switch record.store {
      case .appStore: RecoveryPolicy.endAllowance(.production).wholeMilliseconds
      case .googlePlay: 0
      }
    func since(_ instant: Timestamp) -> Int64 {
      max(0, instant.milliseconds - episode.failedAt.milliseconds)
    }
    var (ending, end) = (StratumRecovery.Ending.observed, since(episode.endedAt ?? now))
    switch episode.outcome {
    case .recoveredInGrace, .recoveredInHold: ending = .recovered
    case .canceledByUser, .refunded, .superseded: ending = .other
    case .open: break
    case .ranOut: end = min(end, since(observed.retryEnds) + allowance)
    }
    func windows(_ dates: ReplayedDates) -> StratumRecovery.Windows {
      StratumRecovery.Windows(
        grace: dates.graceEnds.map(since) ?? -1, retry: since(dates.retryEnds) + allowance)
    }
    let stratum = Stratum(store: record.store, isWeekly: episode.plan.isWeekly)
    strata[stratum, default: StratumRecovery()].add(
      StratumRecovery.Episode(
        end: end, ending: ending,
        unit: SplitMix64.mix(FNV1a.hash(record.subscription.rawValue.utf8) ^ seed),
        current: windows(current), candidate: windows(candidate), allowance: allowance),
      price: episode.price)
  }

  /// Returns the expected figures of the episodes added so far.
  ///
  /// - Complexity: O(*n* log *n* + *r* · *n*) for *n* episodes and *r* resamplings.
  func report() -> ExpectedFigures {
    var figures = ExpectedFigures()
    var draws = [ExpectedSums](
      repeating: ExpectedSums(), count: (resamplings + 3) / 4 * 4)
    // The order of a dictionary differs from run to run, and so would the last digit of a sum.
    for (_, stratum) in strata.sorted(by: { $0.key.rank < $1.key.rank }) {
      let steps = IncidenceSteps(stratum)
      steps.estimate(into: &figures)
      steps.resample(into: &draws)
    }
    figures.setBands(by: Array(draws.prefix(resamplings)))
    return figures
  }
}

/// The episodes of one stratum of an estimate.
struct StratumRecovery: Sendable {
  /// The way in which the observation of an episode ended.
  enum Ending: Sendable {
    /// Paid.
    case recovered
    /// Ended otherwise, before the retries did.
    case other
    /// Not ended as far as it was observed.
    case observed
  }

  /// The lengths of grace and of the retries in milliseconds; -1 without grace.
  struct Windows: Sendable {
    var grace: Int64
    var retry: Int64
  }

  /// One episode.
  struct Episode: Sendable {
    /// The length of the observation in milliseconds.
    var end: Int64
    /// The way in which it ended.
    var ending: Ending
    /// The hash of the subscription and the seed.
    var unit: UInt64
    /// The windows under the policy in force.
    var current: Windows
    /// The windows under the candidate.
    var candidate: Windows
    /// The part of both windows of retries that lies behind the end that the store states.
    var allowance: Int64
    /// The price in millionths.
    var micros: Int64 = 0
    /// The index of the currency in ``currencies``; -1 if the price is unknown.
    var currency = -1
  }

  private(set) var episodes: [Episode] = []
  private(set) var currencies: [String] = []

  /// Adds an episode with the price of its renewal.
  mutating func add(_ episode: Episode, price: Money?) {
    var episode = episode
    if let price {
      episode.micros = price.micros
      let known = currencies.firstIndex(of: price.currency)
      if known == nil { currencies.append(price.currency) }
      episode.currency = known ?? currencies.count - 1
    }
    episodes.append(episode)
  }
}
