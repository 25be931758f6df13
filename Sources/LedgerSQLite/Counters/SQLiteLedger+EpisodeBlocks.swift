import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// Counts the episodes of a report out of their blocks.
  ///
  /// Those of blocks that are outdated, or of a ledger without blocks, are read themselves. For an
  /// answer at once there must be few of them.
  ///
  /// - Complexity: O(*k*) for *k* episodes, a few nanoseconds each.
  public func countEpisodes(
    _ counts: inout some EpisodeBlockCounts, atOnce: Bool
  ) throws(LedgerError) -> Bool {
    if !atOnce { try packEpisodes() }
    return try read { database in
      let blocks = EpisodeBlocks(database)
      if atOnce, try !blocks.areReady() { return false }
      try blocks.count(&counts)
      return true
    }
  }

  /// Packs the episodes that are in no block, where there are many.
  public func packEpisodes() throws(LedgerError) {
    try packEpisodes(from: EpisodeBlocks.episodesMin)
  }

  /// Packs the episodes that are in no block, where there are at least so many.
  func packEpisodes(from count: Int) throws(LedgerError) {
    guard makesIndexes, !isPast else { return }
    let isWanted = try read { database in
      let blocks = EpisodeBlocks(database)
      return try blocks.exists()
        ? blocks.outdatedCount(limit: 0) > 0 : blocks.areWorthwhile(from: count)
    }
    guard isWanted else { return }
    try writeUnlessBusy { database in
      let blocks = EpisodeBlocks(database)
      var isDone = false
      while !isDone {
        try database.inTransaction(.immediate) {
          if try !blocks.exists() { try blocks.make() }
          isDone = try !blocks.refresh()
          return .commit
        }
      }
    }
  }
}

extension EpisodeBlocks {
  /// A Boolean value that indicates whether all but a few episodes are in blocks.
  fileprivate func areReady() throws -> Bool {
    guard try exists() else { return try !areWorthwhile() }
    return try outdatedCount(limit: EpisodeBlocks.outdatedMax) <= EpisodeBlocks.outdatedMax
  }
}
