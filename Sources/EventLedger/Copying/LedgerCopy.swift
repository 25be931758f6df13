import SubscriptionCore

/// A copy of a whole ledger into another, whatever engines store the two.
///
/// Entries are copied as they are, each batch in a transaction of its own: a copy that was
/// interrupted goes on where it stopped, and what is there already changes nothing. Profiles, the
/// product catalogue and the quarantine are copied as well. Leases, changes that wait for
/// receivers, and lists of purchases to query stay where they are: they belong to the daemon that
/// works on the source.
public struct LedgerCopy: Sendable {
  /// The progress of a copy.
  public enum Progress: Hashable, Sendable {
    /// So many of the source's positions are copied.
    case copying(done: Int, total: Int)
    /// So many entries and subscribers are compared.
    case comparing(done: Int, total: Int)
  }

  /// The outcome of a copy.
  public struct Outcome: Hashable, Sendable {
    /// The number of entries that the source had.
    public var entries = 0
    /// The number of those that came while others were compared, which wait for another copy.
    public var later = 0
    /// The number of those that were new in the target.
    public var copied = 0
    /// The number of subscribers in the source.
    public var subscribers = 0
    /// One sentence a difference, at most ``differencesMax``; empty for equal ledgers.
    public var differences: [String] = []
  }

  /// The most differences that are listed.
  public static let differencesMax = 20

  let source: any Ledger
  let target: any Ledger

  /// Creates a copy from one ledger into another.
  public init(from source: any Ledger, into target: any Ledger) {
    (self.source, self.target) = (source, target)
  }

  /// The target before a copy.
  public enum Target: Hashable, Sendable {
    /// It has no entries, and no catalogue but the source's.
    case empty
    /// It has a part of the source's entries.
    case unfinished
    /// It has all of them.
    case finished
    /// It has a part of them, and something that was erased from the source since.
    case erased
    /// It has something that the source has not.
    case other
  }

  /// Returns what the target is; into another ledger nothing may be copied, since entries are never
  /// taken out again.
  ///
  /// - Throws: ``LedgerError`` when one of the two cannot be read.
  /// - Complexity: O(*n*) for *n* entries of both, if some of the source were erased.
  public func standing() throws(LedgerError) -> Target {
    let erasures = try source.erasures()
    let last = try target.lastPosition()
    let standing =
      if last == 0 {
        try standingWithoutEntries()
      } else if erasures.isEmpty {
        try standing(upTo: last)
      } else {
        try standing(without: erasures.map(\.entryCount).reduce(0, +))
      }
    // Profiles are copied first.
    guard !erasures.isEmpty, standing == .empty || standing == .unfinished,
      try hasOtherProfiles()
    else { return standing }
    return .erased
  }

  private func standingWithoutEntries() throws(LedgerError) -> Target {
    let (own, products) = (try target.products(), try source.products())
    return own.isEmpty || own == products ? .empty : .other
  }

  /// Returns what a target is whose entries are at the same positions in the source.
  private func standing(upTo last: LedgerPosition) throws(LedgerError) -> Target {
    guard let newest = try target.entry(at: last)?.identity,
      try source.entry(at: last)?.identity == newest
    else { return .other }
    var hasMore = false
    try source.readEntries(after: last) { _, _ in
      hasMore = true
      return false
    }
    return hasMore ? .unfinished : .finished
  }

  /// Returns what a target is of whose entries some may have been erased from the source.
  private func standing(without erasedCount: Int) throws(LedgerError) -> Target {
    var known: Set<Int> = []
    try source.forEachEntry(after: 0) { _, entry in known.insert(entry.identity.hashValue) }
    var (copied, others) = (0, 0)
    try target.forEachEntry(after: 0) { _, entry in
      if known.contains(entry.identity.hashValue) { copied += 1 } else { others += 1 }
    }
    guard others == 0 else { return copied > 0 && others <= erasedCount ? .erased : .other }
    return copied < known.count ? .unfinished : .finished
  }

  private func hasOtherProfiles() throws(LedgerError) -> Bool {
    var known: Set<AccountID> = []
    try source.forEachProfile { profile in known.insert(profile.account) }
    var found = false
    try target.forEachProfile { profile in found = found || !known.contains(profile.account) }
    return found
  }

  /// Copies what is missing, then compares every entry and every row; the present is for a source
  /// without rows.
  ///
  /// - Throws: ``LedgerError`` when one cannot be read or the other not be written; what was copied
  ///   by then stays.
  public func run(
    now: Timestamp, progress: (Progress) -> Void
  ) throws(LedgerError) -> Outcome {
    // Both stand at the same instant, so that their rows can be compared without changing the
    // source.
    let instant = try source.advancedTo() ?? now
    var outcome = Outcome()
    // A copy that is in use has profiles and products of its own.
    if try standing() != .finished { try copyOtherTables() }
    var end: LedgerPosition = 0
    try target.bulkLoad { () throws(LedgerError) in
      end = try copyEntries(at: instant, &outcome, progress)
    }
    try target.advance(to: instant)
    try compare(upTo: end, &outcome, progress)
    return outcome
  }

  // MARK: Copying

  /// Batches of this many entries are stored in one transaction.
  private static let batch = 1_000
  /// Batches end at this many bytes.
  private static let bytesMax = 4 << 20

  /// Copies profiles, products and the quarantine, which rows may follow from.
  private func copyOtherTables() throws(LedgerError) {
    var profiles: [AccountProfile] = []
    try source.forEachProfile { profile throws(LedgerError) in profiles.append(profile) }
    for start in stride(from: 0, to: profiles.count, by: Self.batch) {
      try target.putProfiles(Array(profiles[start...].prefix(Self.batch)))
    }
    let products = try source.products()
    if try target.products() != products { try target.updateProducts { $0 = products } }
    var number: Int64 = 0
    while true {
      let refused = try source.refused(after: number, limit: Self.batch)
      guard let last = refused.last else { return }
      try target.refuse(refused)
      number = last.number
    }
  }

  /// Copies what is missing and returns the position of the source's last entry.
  private func copyEntries(
    at instant: Timestamp, _ outcome: inout Outcome, _ progress: (Progress) -> Void
  ) throws(LedgerError) -> LedgerPosition {
    var place = try beginning()
    while true {
      let last = try source.lastPosition()
      let batch = try Self.entries(of: source, after: place)
      guard let end = batch.last?.position else { return place }
      let outcomes = try target.append(batch.map(\.entry), now: instant)
      for case .stored in outcomes { outcome.copied += 1 }
      place = end
      progress(.copying(done: Int(place), total: Int(last)))
    }
  }

  /// The position in the source from which on entries may be missing in the target: where both have
  /// the same entry at the target's end, nothing before it is missing.
  private func beginning() throws(LedgerError) -> LedgerPosition {
    let last = try target.lastPosition()
    guard let copied = try target.entry(at: last), let entry = try source.entry(at: last),
      copied.identity == entry.identity
    else { return 0 }
    return last
  }

  /// The entries after a position that make a batch.
  static func entries(
    of ledger: any Ledger, after position: LedgerPosition
  ) throws(LedgerError) -> [(position: LedgerPosition, entry: LedgerEntry)] {
    var (batch, bytes): ([(position: LedgerPosition, entry: LedgerEntry)], Int) = ([], 0)
    try ledger.readEntries(after: position) { (position, entry) throws(LedgerError) in
      batch.append((position, entry))
      bytes += entry.raw.count
      return batch.count < Self.batch && bytes < Self.bytesMax
    }
    return batch
  }
}
