import EventLedger
import Intake
import StoreSync
import SubscriptionCore
import Synchronization

extension WebhookServer {
  /// The time-out of the check whether the ledger is writable.
  static let readinessPatience = Duration.seconds(3)

  /// Returns the answer to a readiness check, which needs no token; only a reader of metrics
  /// learns which process holds the lease.
  func readiness(namesHolder: Bool) async throws(WebProblem) -> WebAnswer {
    if isDraining || parts.commitQueue.isClosing {
      throw WebProblem(.notReady, "The server is stopping.")
    }
    if let failure = parts.commitQueue.lastFailure {
      throw WebProblem(.notReady, "The latest transaction failed. " + failure.openWords)
    }
    let seen: Timestamp?
    switch await probe() {
    case .success(let instant): seen = instant
    case .failure(let error): throw WebProblem(.notReady, error.openWords)
    }
    let now = parts.clock()
    if let seen, seen - now > LedgerClock.tolerance {
      throw WebProblem(
        .notReady,
        "The clock says \(now.rfc3339), and the ledger is as of \(seen.rfc3339). Set the clock by "
          + "NTP; where it is right now and was ahead before, run churntop rebuild.")
    }
    let ready: JSON = ["ready": true, "asOf": JSON(now)]
    let lease = parts.lease().map { $0.json(namesHolder: namesHolder) }
    return .json(lease.map { ready.adding(["lease": $0]) } ?? ready)
  }

  /// Checks that the ledger is writable, and reads its latest time.
  private func probe() async -> Result<Timestamp?, LedgerError> {
    let probes = probes
    return await TimeoutRace.of(
      {
        do throws(LedgerError) {
          return .success(
            try await probes.ask { (ledger) throws(LedgerError) in
              try ledger.checkWritable()
              return try ledger.advancedTo()
            })
        } catch {
          return .failure(error)
        }
      }, within: Self.readinessPatience, otherwise: .failure(.busy(location: "the ledger")))
  }

  /// The metrics as text, with the gauges that are read from the ledger.
  func measured() async throws(WebProblem) -> WebAnswer {
    let metrics = parts.metrics
    let now = parts.clock()
    // While the ledger cannot be read its figures stay as they were, and their time says so: the
    // counters of the process are what alerts go by then.
    if !figureAge.isFresh,
      let figures = try? await ask({ (ledger) throws(LedgerError) in
        try LedgerFigures(ledger, at: now)
      })
    {
      figureAge.begin()
      figures.set(in: metrics, receivers: settings.receivers)
    }
    metrics.set(.queueDepth, to: Int64(parts.commitQueue.depth))
    metrics.set(.shutOut, to: Int64(abuse.count))
    if let status = parts.lease() {
      metrics.set(.leaseHeld, to: status.isHeld ? 1 : 0)
      let owner = status.lease?.owner
      metrics.replace(
        .leaseHolder, with: owner.map { [[$0.host, String($0.process)]: 1] } ?? [:])
    }
    return .text(metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
  }
}

extension LeaseStatus {
  /// The lease in the answer of `/readyz`.
  fileprivate func json(namesHolder: Bool) -> JSON {
    let owner = namesHolder ? lease?.owner : nil
    return [
      "held": .bool(isHeld), "host": JSON(owner?.host),
      "process": JSON(owner.map { Int($0.process) }), "since": JSON(lease?.since),
      "until": JSON(lease?.until),
    ]
  }
}

extension LedgerError {
  /// The problem and the advice in words for anybody who may ask: without the ledger's place and
  /// the system's reason, which the log has.
  fileprivate var openWords: String {
    let problem =
      switch self {
      case .busy:
        "The ledger does not answer in time: another process writes to it, or its server hangs."
      case .unavailable: "The ledger cannot be reached."
      case .replaced: "The ledger's file, or its log, is not there any more."
      case .full: "No space is left to write to the ledger."
      case .readOnly: "The ledger is open for reading only."
      case .refused: "The role in the database may not write to the ledger."
      case .unreadable: "The ledger cannot be read."
      case .newer: "A newer program keeps the ledger."
      case .outdated: "An earlier version made the ledger."
      case .figuresDiffer: "The ledger's figures differ from its rows."
      case .failed: "The ledger failed, and nothing was changed."
      case .unfinished: "The ledger was changed, but not all of it."
      case .canceled: "The query was canceled."
      }
    return problem + " " + advice
  }
}

/// A race of work against a time-out.
///
/// Unlike a task group it does not wait for work that cannot be cancelled, such as a call that
/// waits for another process to release a lock.
final class TimeoutRace<Answer: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Answer, Never>?>

  private init(_ waiting: CheckedContinuation<Answer, Never>) { self.waiting = Mutex(waiting) }

  private func give(_ answer: Answer) {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: answer)
  }

  /// Returns the result of work, or another value when it takes too long; the work then continues.
  static func of(
    _ work: @escaping @Sendable () async -> Answer, within patience: Duration,
    otherwise: Answer
  ) async -> Answer {
    await withCheckedContinuation { waiting in
      let first = TimeoutRace(waiting)
      let timer = Task {
        try? await Task.sleep(for: patience)
        first.give(otherwise)
      }
      Task {
        first.give(await work())
        timer.cancel()
      }
    }
  }
}
