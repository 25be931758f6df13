import EventLedger
import SubscriptionCore
import Synchronization

/// Keeps the ledger's lease renewed, and says whether this process may do what only one may: ask
/// the stores, tell alerts.
///
/// Another daemon on the same ledger takes notifications in all the same, and takes the lease over
/// when this one has ended or does not renew it. Hand ``isHeld`` or ``whileHeld(_:)`` to whatever
/// must run once.
final class LeaseKeeper: Sendable {
  /// What became of the lease.
  enum Report: Hashable, Sendable {
    /// This process has it now; beside it, who had it before.
    case taken(after: LeaseOwner?)
    /// Another process has it.
    case others(LeaseOwner)
    /// This process could not renew it in time.
    case lapsed
    /// The ledger cannot be asked or written.
    case failed(LedgerError)
  }

  private struct State {
    var view: LeaseView
    var told: Report?
    var lastOther: LeaseOwner?
  }

  private let ledger: any LeaseKeeping
  private let clock: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  private let isDead: @Sendable (LeaseOwner) -> Bool
  private let tell: @Sendable (Report) -> Void
  private let state: Mutex<State>

  /// How often the lease is looked at.
  static let pace = Duration.seconds(2)

  /// Creates a keeper that has nothing yet.
  ///
  /// - Parameters:
  ///   - ledger: Where the lease is kept.
  ///   - owner: This process.
  ///   - clock: The present, for people to read.
  ///   - uptime: A time that never goes back.
  ///   - isDead: Whether a process is known to have ended.
  ///   - tell: Called when something has changed.
  init(
    _ ledger: any LeaseKeeping, owner: LeaseOwner, clock: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration,
    isDead: @escaping @Sendable (LeaseOwner) -> Bool, tell: @escaping @Sendable (Report) -> Void
  ) {
    self.ledger = ledger
    (self.clock, self.uptime, self.isDead, self.tell) = (clock, uptime, isDead, tell)
    state = Mutex(State(view: LeaseView(owner)))
  }

  /// Whether this process may do what only the owner may.
  var isHeld: Bool {
    let now = uptime()
    return state.withLock { $0.view.isHeld(at: now) }
  }

  /// Who has the lease, as far as this process has seen.
  var status: LeaseStatus {
    let now = uptime()
    return state.withLock { LeaseStatus(isHeld: $0.view.isHeld(at: now), lease: $0.view.lease) }
  }

  /// Looks at the lease once: takes or renews it where that is due.
  func look() {
    do throws(LedgerError) {
      let kept = try ledger.lease()
      if decide(kept) == kept {
        note(kept, askedAt: uptime())
      } else {
        let askedAt = uptime()
        note(try ledger.exchangeLease { decide($0) }, askedAt: askedAt)
      }
    } catch {
      tell(.failed(error))
    }
    report()
  }

  /// Looks again and again until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await BlockingExecutor.run { self.look() }
      do { try await Task.sleep(for: Self.pace) } catch { return }
    }
  }

  /// Runs a closure whenever this process has the lease, and cancels it when it has it no longer;
  /// returns once the task is cancelled.
  func whileHeld(_ body: @escaping @Sendable () async -> Void) async {
    while !Task.isCancelled {
      if isHeld {
        let work = Task { await body() }
        while isHeld, !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
        work.cancel()
        await work.value
      } else {
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// Gives the lease back, so that another process need not wait for its end.
  func release() {
    let run = state.withLock(\.view.owner.run)
    _ = try? ledger.exchangeLease { kept in kept?.owner.run == run ? nil : kept }
  }

  private func decide(_ kept: LedgerLease?) -> LedgerLease {
    let (uptime, now) = (uptime(), clock())
    return state.withLock { $0.view.decide(kept, uptime: uptime, now: now, isDead: isDead) }
  }

  private func note(_ kept: LedgerLease?, askedAt: Duration) {
    state.withLock { $0.view.note(kept, askedAt: askedAt) }
  }

  private func report() {
    let now = uptime()
    let news = state.withLock { state -> Report? in
      let report: Report
      if state.view.isHeld(at: now) {
        if case .taken = state.told { return nil }
        report = .taken(after: state.lastOther)
      } else if let owner = state.view.lease?.owner, owner.run != state.view.owner.run {
        state.lastOther = owner
        report = .others(owner)
      } else if state.told != nil {
        report = .lapsed
      } else {
        return nil
      }
      guard report != state.told else { return nil }
      state.told = report
      return report
    }
    if let news { tell(news) }
  }
}
