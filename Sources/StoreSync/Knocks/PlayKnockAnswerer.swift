import EventLedger
import Intake
import StorePayloads
import SubscriptionCore

/// Answers the knocks of one package with `purchases.subscriptionsv2.get`.
public struct PlayKnockAnswerer: KnockAnswerer {
  private let api: any GooglePlayAPI
  private let takeIn: TakeIn
  private let patience: Duration
  private let clock: @Sendable () -> Timestamp
  private let mayAsk: @Sendable () -> Bool

  /// Creates an answerer.
  ///
  /// - Parameters:
  ///   - api: Google Play, for the package that the knocks are about.
  ///   - patience: How long an answer is waited for before the knock is stored without one; well
  ///     below the time after which Pub/Sub sends it again.
  ///   - clock: The present.
  ///   - mayAsk: Whether this process asks the stores; where another does, a knock is stored with
  ///     a request, which that one answers at once.
  ///   - takeIn: Where everything goes.
  public init(
    api: any GooglePlayAPI, patience: Duration = .seconds(3),
    clock: @escaping @Sendable () -> Timestamp, mayAsk: @escaping @Sendable () -> Bool = { true },
    takeIn: @escaping TakeIn
  ) {
    (self.api, self.patience, self.clock, self.takeIn) = (api, patience, clock, takeIn)
    self.mayAsk = mayAsk
  }

  /// Asks about a knock and stores it; see ``KnockAnswerer``.
  public func answer(
    _ knock: PlayKnock, receivedAt: Timestamp
  ) async throws(LedgerError) -> IntakeResult {
    let answer = await ask(about: knock)
    let now = max(clock(), receivedAt)
    let documents = KnockRecord.documents(of: knock, answer, receivedAt: receivedAt, now: now)
    return try await takeIn(
      documents.map { IncomingDocument(bytes: $0[...]) }, Self.origin, now)
  }

  /// What the quarantine says of where a knock came from.
  public static let origin = "google-play/notifications"

  private func ask(about knock: PlayKnock) async -> KnockRecord.Answer {
    guard let token = knock.purchaseToken else { return .notNeeded }
    guard mayAsk() else { return .failed(.unavailable(detail: "another daemon asks the stores")) }
    let api = api
    let patience = patience
    return await withTaskGroup(of: KnockRecord.Answer.self) { group in
      group.addTask {
        do throws(StoreAPIError) {
          return .resource(try await api.subscription(purchaseToken: token).body)
        } catch {
          return .failed(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .failed(.unavailable(detail: "no answer within \(patience)"))
      }
      let first = await group.next() ?? .notNeeded
      group.cancelAll()
      return first
    }
  }
}
