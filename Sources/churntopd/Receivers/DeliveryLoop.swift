import EventLedger
import Logging
import StoreClients
import SubscriptionCore
import Webhook

/// Sends every receiver what it waits for, until it is asked to stop.
struct DeliveryLoop: Sendable {
  /// One run for each receiver.
  let runs: [DeliveryRun]
  /// Waits that long; throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Told what fails.
  let errors: ErrorLog

  /// How often the outbox is looked at.
  static let every = Duration.seconds(1)

  /// Runs until the task is cancelled; no receiver holds another up.
  func run() async {
    await withTaskGroup { group in
      for run in runs { group.addTask { await serve(run) } }
    }
  }

  private func serve(_ run: DeliveryRun) async {
    var health = DeliveryRun.Health()
    let name = run.receiver.name
    while !Task.isCancelled {
      var isMore = false
      let failures = health.failures
      do throws(LedgerError) {
        switch try await run.once(&health) {
        case .more: isMore = true
        case .idle: break
        case .stuck(let why): errors.tell(.error, "nothing is sent to '\(name)': \(why)")
        }
        if health.failures > failures { errors.tell(.warning, "'\(name)' does not take changes") }
      } catch {
        errors.tell(.error, "the deliveries to '\(name)' stand: \(error)")
      }
      if isMore { continue }
      do { try await sleep(Self.every) } catch { return }
    }
  }
}

extension Daemon {
  /// How long a receiver has for an answer.
  private static let deliveryLimit = Duration.seconds(15)
  /// The longest answer of a receiver that is read; nothing in it matters.
  private static let answerBytesMax = 64 << 10

  /// What sends receivers what they wait for; of several daemons on one ledger, one runs it.
  func deliveryLoop() -> DeliveryLoop {
    let transport = URLSessionTransport(
      limit: Self.deliveryLimit, bytesMax: Self.answerBytesMax)
    let runs = configuration.receivers.map { receiver in
      DeliveryRun(
        receiver: receiver, ledger: ledger, transport: transport,
        environment: dependencies.environment, clock: dependencies.clock,
        jitter: dependencies.jitter)
    }
    return DeliveryLoop(
      runs: runs, sleep: { try await Task.sleep(for: $0) }, errors: errors)
  }
}
