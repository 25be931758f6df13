import EventLedger
import LedgerContract
import SubscriptionCore

// MARK: What must hold

extension LedgerSimulation {
  /// Opens the ledger on a sound machine; it must open, whatever happened before.
  private func opened() throws -> any Ledger {
    do throws(LedgerError) {
      return try machine.open()
    } catch {
      throw failure("the ledger does not open again: \(error)")
    }
  }

  /// Looks for something lost, doubled or derived wrongly.
  mutating func check() throws {
    let ledger = try opened()
    try check(ledger)
    try close(ledger)
    tell("checked")
  }

  private func check(_ ledger: any Ledger) throws {
    do {
      // An erasure may have been cut off before what it removed was overwritten.
      if hasErased { _ = try ledger.compact { _ in } }
      let problems = try ledger.verify()
      if !problems.isEmpty { throw failure("verify finds: \(problems.joined(separator: " "))") }
      let differing = try ledger.rebuild(check: true)
      if !differing.isEmpty { throw failure("a rebuild gives other rows: \(differing)") }
      try checkEntries(ledger)
    } catch let error as LedgerError {
      throw failure("a sound machine fails: \(error)")
    }
  }

  /// Compares the entries with what was acknowledged, and the rows with those of a ledger in
  /// memory that heard the same.
  private func checkEntries(_ ledger: any Ledger) throws {
    var positions: Set<LedgerPosition> = []
    var entries: [LedgerEntry] = []
    try ledger.forEachEntry(after: 0) { position, entry in
      positions.insert(position)
      entries.append(entry)
    }
    if Set(entries.map(\.identity)).count != entries.count {
      throw failure("an entry is there twice")
    }
    for (place, stored) in acknowledged where !positions.isSuperset(of: stored) {
      throw failure("message \(place), stored at \(stored), is lost")
    }
    for erasure in erasures {
      let left = erasure.positions.intersection(positions)
      if !left.isEmpty, erasure.isDone || left != erasure.positions {
        throw failure("of what was erased at \(erasure.positions), \(left) is there")
      }
    }
    let last = try ledger.lastPosition()
    let latest = positions.max() ?? 0
    if hasErased ? latest > last : latest != last { throw failure("the last position is \(last)") }
    var kept: [AccountProfile] = []
    try ledger.forEachProfile { kept.append($0) }
    for profile in profiles.values where !kept.contains(profile) {
      throw failure("the profile of \(profile.account) is lost")
    }
    guard let now = try ledger.advancedTo() else { return }
    let memory = MemoryLedger(policy: Self.policy)
    try memory.append(entries, now: now)
    try memory.putProfiles(kept)
    let all = SubscriberQuery(sort: .id, limit: 1_000)
    if try memory.subscribers(all).rows != ledger.subscribers(all).rows {
      throw failure("the rows differ from those of a ledger in memory")
    }
  }

  /// What was acknowledged with a promise that outlives no loss of power, and was lost with it: the
  /// latest transactions and no other.
  mutating func forgetWhatPowerTook() throws {
    let ledger = try opened()
    let last = try ledger.lastPosition()
    for (place, stored) in acknowledged where stored.contains(where: { $0 > last }) {
      if stored.contains(where: { $0 <= last }) {
        throw failure("message \(place), stored at \(stored), is half there")
      }
      acknowledged[place] = nil
      waiting.append(place)
    }
    (profiles, erasures) = ([:], [])
    try close(ledger)
  }

  /// Delivers on a sound machine what is left, and everything once more.
  mutating func deliverTheRest() async throws {
    let ledger = try opened()
    let commitQueue = GatedQueue(ledger: ledger) { [now] in now.value }
    let rest = Array(waiting.reversed())
    waiting = []
    for place in rest + acknowledged.keys.sorted() {
      let result = await commitQueue.send([world.messages[place].delivery])
      guard case .success(let taken)? = result.first else {
        throw failure("message \(place) is not taken by a sound machine: \(result)")
      }
      try acknowledge(place, taken)
    }
    try check(ledger)
    await commitQueue.close()
    try close(ledger)
    try check()
  }
}
