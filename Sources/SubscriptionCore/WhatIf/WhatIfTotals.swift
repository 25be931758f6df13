/// The running sums of replayed episodes under one policy.
struct WhatIfTotals: Hashable, Sendable {
  /// The number of episodes.
  private(set) var episodes = 0
  private var sums = WhatIfFigures()
  private var accessMilliseconds: Int64 = 0
  private var unpaidMilliseconds: Int64 = 0
  /// The number of episodes by their number of prompts.
  private var byPrompts: [Int] = []

  /// Adds an episode.
  mutating func add(_ record: EpisodeRecord, _ replay: EpisodeReplay) {
    episodes += 1
    let failedAt = record.episode.failedAt
    sums.outcomes[replay.outcome, default: 0] += 1
    accessMilliseconds += replay.access(since: failedAt).wholeMilliseconds
    unpaidMilliseconds += replay.unpaidAccess(since: failedAt).wholeMilliseconds
    if replay.isRecovered { sums.revenue.add(record.episode.price) }
    let prompts = replay.prompts
    sums.officialMessages += prompts.officialMessages
    sums.ownBanners += prompts.ownBanners
    if prompts.isCapped { sums.capped += 1 }
    if replay.lostAccess, prompts.firstAt.map({ $0 >= replay.accessEndsAt }) ?? true {
      sums.lostBeforePrompt += 1
    }
    while byPrompts.count <= prompts.total { byPrompts.append(0) }
    byPrompts[prompts.total] += 1
  }

  /// The figures of the episodes added so far.
  var figures: WhatIfFigures {
    var figures = sums
    figures.prompts = sums.officialMessages + sums.ownBanners
    figures.medianPrompts = prompts(atRank: (episodes + 1) / 2)
    figures.p95Prompts = prompts(atRank: (episodes * 95 + 99) / 100)
    figures.access = .milliseconds(accessMilliseconds)
    figures.unpaidAccess = .milliseconds(unpaidMilliseconds)
    return figures
  }

  /// Returns the number of prompts at a rank from 1 among the episodes in the order of that number.
  private func prompts(atRank rank: Int) -> Int {
    var seen = 0
    for (prompts, count) in byPrompts.enumerated() {
      seen += count
      if seen >= rank { return prompts }
    }
    return 0
  }
}
