import EventLedger
import SubscriptionCore
import Synchronization

/// A keeper that renews the ledger's lease, which permits one process to query the stores and to
/// send alerts.
///
/// Another daemon on the same ledger receives notifications all the same, and acquires the lease
/// when this one has ended or does not renew it. Use ``isHeld`` or ``whileHeld(_:)`` for work that
/// must run once.
final class LeaseKeeper: Sendable {
  /// A change of the lease.
  enum Report: Hashable, Sendable {
    /// This process has acquired it, with the previous owner.
    case taken(after: LeaseOwner?)
    /// Another process holds it.
    case others(LeaseOwner)
    /// This process could not renew it in time.
    case lapsed
    /// The ledger cannot be read or written.
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

  /// The interval between checks of the lease.
  static let pace = Duration.seconds(2)

  /// Creates a keeper without the lease for a process; the clock is for messages, and `tell` is
  /// called after a change.
  init(
    _ ledger: any LeaseKeeping, owner: LeaseOwner, clock: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration,
    isDead: @escaping @Sendable (LeaseOwner) -> Bool, tell: @escaping @Sendable (Report) -> Void
  ) {
    self.ledger = ledger
    (self.clock, self.uptime, self.isDead, self.tell) = (clock, uptime, isDead, tell)
    state = Mutex(State(view: LeaseView(owner)))
  }

  /// A Boolean value that indicates whether this process holds the lease.
  var isHeld: Bool {
    let now = uptime()
    return state.withLock { $0.view.isHeld(at: now) }
  }

  /// The owner of the lease, as far as this process has seen.
  var status: LeaseStatus {
    let now = uptime()
    return state.withLock { LeaseStatus(isHeld: $0.view.isHeld(at: now), lease: $0.view.lease) }
  }

  /// Checks the lease once, and acquires or renews it when that is due.
  func look() { _ = attempt() }

  /// Checks the lease once.
  ///
  /// - Returns: The reason that the ledger cannot be read or written, which is reported as well.
  private func attempt() -> LedgerError? {
    var failure: LedgerError?
    do throws(LedgerError) {
      let kept = try ledger.lease()
      if decide(kept) == kept {
        note(kept, askedAt: uptime())
      } else {
        let askedAt = uptime()
        note(try ledger.exchangeLease { decide($0) }, askedAt: askedAt)
      }
    } catch {
      failure = error
      tell(.failed(error))
    }
    report()
    return failure
  }

  /// Acquires the lease for one command and returns the other process that holds it, if one does.
  ///
  /// A lease that has expired by its owner's clock is watched for as long as it may be valid.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read or written.
  func acquire() async throws(LedgerError) -> LeaseOwner? {
    let end = uptime() + LeaseView.length + Self.pace
    while true {
      if let failure = await BlockingExecutor.run({ self.attempt() }) { throw failure }
      let status = status
      guard !status.isHeld, let lease = status.lease else { return nil }
      guard lease.until < clock(), uptime() < end else { return lease.owner }
      do { try await Task.sleep(for: Self.pace) } catch { return lease.owner }
    }
  }

  /// Checks the lease until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await BlockingExecutor.run { self.look() }
      do { try await Task.sleep(for: Self.pace) } catch { return }
    }
  }

  /// Runs a closure whenever this process holds the lease, cancels it when the lease is lost, and
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

  /// Releases the lease, so that another process need not wait for its expiry.
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
