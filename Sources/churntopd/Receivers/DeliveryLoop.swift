import EventLedger
import Logging
import StoreClients
import StoreSync
import SubscriptionCore
import Webhook

/// A loop that sends every receiver its pending changes until it is cancelled.
struct DeliveryLoop: Sendable {
  /// One run for each receiver.
  let runs: [DeliveryRun]
  /// Sleeps for a duration; throws if the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The log of failures.
  let errors: ErrorLog
  /// The health of the receivers, also as an earlier loop has found it.
  var healths = DeliveryHealths()

  /// The interval between looks at the outbox.
  static let every = Duration.seconds(1)

  /// Runs until the task is cancelled; a slow receiver delays no other.
  func run() async {
    await withTaskGroup { group in
      for run in runs { group.addTask { await serve(run) } }
    }
  }

  private func serve(_ run: DeliveryRun) async {
    var health = healths[run.receiver]
    var hasBegun = false
    let name = run.receiver.name
    while !Task.isCancelled {
      var isMore = false
      let failures = health.failures
      do throws(LedgerError) {
        if !hasBegun { try await run.begin() }
        hasBegun = true
        switch try await run.once(&health) {
        case .more: isMore = true
        case .idle: break
        case .stuck(let why): errors.tell(.error, "nothing is sent to '\(name)': \(why)")
        }
        if health.failures > failures {
          errors.tell(.warning, "'\(name)' does not take changes: \(health.problem)")
        } else if failures > 0, health.failures == 0 {
          errors.tellRecovery("'\(name)' takes changes again")
        }
      } catch {
        errors.tell(.error, "the deliveries to '\(name)' are blocked: \(error)")
      }
      healths[run.receiver] = health
      if isMore { continue }
      do { try await sleep(Self.every) } catch { return }
    }
  }
}

extension Daemon {
  /// The time limit for the answer of a receiver.
  private static let deliveryLimit = Duration.seconds(15)

  /// Returns the loop that sends changes; one of several daemons on a ledger runs it.
  ///
  /// Each receiver has connections of its own, so that one that hangs holds none of another's at
  /// the same host.
  func deliveryLoop() -> DeliveryLoop {
    let runs = configuration.receivers.map { [metrics] receiver in
      DeliveryRun(
        receiver: receiver, ledger: ledger,
        transport: URLSessionTransport(
          limit: Self.deliveryLimit, bytesMax: URLSessionTransport.ignoredBytesMax),
        environment: dependencies.environment, clock: dependencies.clock,
        jitter: dependencies.jitter,
        report: { metrics.count(.changePosts, receiver.name, $0.name.rawValue) })
    }
    return DeliveryLoop(
      runs: runs, sleep: { try await Task.sleep(for: $0) }, errors: errors,
      healths: deliveryHealths)
  }
}

extension URLSessionTransport {
  /// The maximum length of an answer whose content is ignored.
  static let ignoredBytesMax = 64 << 10
}
