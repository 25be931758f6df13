import EventLedger
import Intake
import SeededNumbers
import SubscriptionCore

// MARK: One life of the process

extension LedgerSimulation {
  /// Opens the ledger and takes deliveries until the process stops or has had enough.
  mutating func live() async throws {
    guard let ledger = try open() else { return }
    let commitQueue = GatedQueue(ledger: ledger) { [now] in now.value }
    for _ in 0..<Int.random(in: 1...8, using: &numbers) where !machine.hasStopped {
      moveClock()
      try await deliver(through: commitQueue)
      try besides(ledger)
    }
    await commitQueue.close()
    if !machine.hasStopped, numbers.happens(70) {
      machine.stop()
      tell("killed")
    }
    try close(ledger)
  }

  /// Opens the ledger; `nil` where the machine refuses, which only one in trouble may.
  private mutating func open() throws -> (any Ledger)? {
    do throws(LedgerError) {
      return try machine.open()
    } catch {
      tell("did not open: \(error)")
      report.refusals += 1
      return nil
    }
  }

  /// Closes a ledger; what a stopped machine says to that does not matter.
  func close(_ ledger: any Ledger) throws {
    do throws(LedgerError) {
      try ledger.close()
    } catch {
      guard machine.hasFailed else {
        throw failure("a ledger does not close: \(error)")
      }
    }
  }

  /// Moves the clock on, sometimes by days, and sometimes back.
  private mutating func moveClock() {
    let jump: Duration =
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: .days(Int.random(in: 1...40, using: &numbers))
      case 1: .hours(-Int.random(in: 1...72, using: &numbers))
      default: .minutes(Int.random(in: 0...600, using: &numbers))
      }
    now.value = now.value + jump
  }

  /// Delivers the next messages, some of them again.
  private mutating func deliver(through commitQueue: GatedQueue) async throws {
    var places: [Int] = []
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      if numbers.happens(15), let old = acknowledged.keys.sorted().randomElement(using: &numbers) {
        places.append(old)
      } else if let next = waiting.popLast() {
        places.append(next)
      }
    }
    if isEventful, numbers.happens(20) { try await sendNonsense(through: commitQueue) }
    let results = await commitQueue.send(places.map { world.messages[$0].delivery })
    for (place, result) in zip(places, results) {
      switch result {
      case .success(let result): try acknowledge(place, result)
      case .failure(let error):
        report.refusals += 1
        tell("message \(place) was not taken: \(error)")
        if acknowledged[place] == nil { waiting.append(place) }
      }
    }
  }

  /// Whether stores send nonsense and accounts are erased.
  private var isEventful: Bool { seed >= Self.firstEventful }

  /// Sends what no ledger may take.
  private mutating func sendNonsense(through commitQueue: GatedQueue) async throws {
    let delivery = numbers.pick(world.nonsense)
    for case .success(let result) in await commitQueue.send([delivery]) {
      for outcome in result.outcomes {
        guard case .refused = outcome else { throw failure("nonsense was taken: \(outcome)") }
      }
      report.nonsense += 1
      tell("nonsense was refused")
    }
  }

  /// Erases an account with everything that was told of it.
  private mutating func erase(_ ledger: any Ledger) throws(LedgerError) {
    guard let account = world.profiles.randomElement(using: &numbers)?.account else { return }
    var positions: Set<LedgerPosition> = []
    for row in try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
    where row.account == account {
      positions.formUnion(try ledger.events(of: row.id).map(\.position))
    }
    guard !positions.isEmpty else { return }
    // Whether it is done or not is known once it said so; until then, sent again is as good as new.
    for (place, stored) in acknowledged where !positions.isDisjoint(with: stored) {
      acknowledged[place] = nil
    }
    profiles[account] = nil
    var isDone = false
    hasErased = true
    defer { erasures.append(Erasure(positions: positions, isDone: isDone)) }
    _ = try ledger.erase(account, actor: "mei", now: now.value)
    isDone = true
    report.erasures += 1
    tell("everything of \(account) at \(positions.sorted()) is erased")
  }

  /// Notes where a message was stored, which is the same place whenever it is told.
  mutating func acknowledge(_ place: Int, _ result: IntakeResult) throws {
    let positions = result.outcomes.compactMap { outcome -> LedgerPosition? in
      switch outcome {
      case .stored(let position), .duplicate(let position): position
      case .refused: nil
      }
    }
    if let known = acknowledged[place], known != positions {
      throw failure("message \(place) was stored at \(known), and again at \(positions)")
    }
    acknowledged[place] = positions
    tell("message \(place) is stored at \(positions)")
  }

  /// What a daemon does beside taking deliveries.
  private mutating func besides(_ ledger: any Ledger) throws {
    do throws(LedgerError) {
      if numbers.happens(20) {
        try ledger.advance(to: now.value)
        tell("advanced")
      }
      if numbers.happens(10), let profile = world.profiles.randomElement(using: &numbers) {
        try ledger.putProfiles([profile])
        profiles[profile.account] = profile
        tell("profile \(profile.account) is stored")
      }
      if isEventful, numbers.happens(25) { try erase(ledger) }
      if numbers.happens(5) {
        _ = try ledger.rebuild(check: false)
        tell("rebuilt")
      }
    } catch {
      report.refusals += 1
      tell("refused: \(error)")
    }
  }

  /// Ends a life: the machine stops, and starts again with or without what was not synced.
  mutating func end() throws {
    let end: LifeEnd
    do {
      end = try machine.end(&numbers)
    } catch {
      throw failure("\(error)")
    }
    if end.losesPower { report.powerLosses += 1 } else { report.kills += 1 }
    tell(end.words)
    if end.mayForget { try forgetWhatPowerTook() }
  }

  /// The policy that rows are derived with.
  static var policy: ChurnPolicy { .standard }
}
