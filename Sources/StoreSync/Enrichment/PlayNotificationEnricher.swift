import EventLedger
import Intake
import StorePayloads
import SubscriptionCore

/// An enricher of one package's notifications with `purchases.subscriptionsv2.get`.
public struct PlayNotificationEnricher: NotificationEnricher {
  private let api: any GooglePlayAPI
  private let purchaseToken: @Sendable (String) async throws(LedgerError) -> String?
  private let answeredPosition: AnsweredPosition
  private let takeIn: TakeIn
  private let patience: Duration
  private let clock: @Sendable () -> Timestamp
  private let mayAsk: @Sendable () -> Bool

  /// The position of a notification that was delivered and answered before; `nil` if it was not.
  public typealias AnsweredPosition =
    @Sendable (RTDNotification) async throws(LedgerError) -> LedgerPosition?

  /// Creates an enricher.
  ///
  /// - Parameters:
  ///   - api: The client of Google Play for the package.
  ///   - purchaseToken: Finds the purchase token of an order, for a notification that names no
  ///     other.
  ///   - answeredPosition: Finds a notification that Pub/Sub delivers again, about which the store
  ///     is not asked again.
  ///   - patience: The time-out after which a notification is stored without an answer; well below
  ///     the time after which Pub/Sub sends it again.
  ///   - clock: The present.
  ///   - mayAsk: Whether this process makes the requests to the stores; if another does, a
  ///     notification is stored with a refresh request, which that process answers at once.
  ///   - takeIn: The ingestion of everything.
  public init(
    api: any GooglePlayAPI,
    purchaseToken: @escaping @Sendable (String) async throws(LedgerError) -> String? = { _ in nil },
    answeredPosition: @escaping AnsweredPosition = { _ in nil },
    patience: Duration = .seconds(3),
    clock: @escaping @Sendable () -> Timestamp, mayAsk: @escaping @Sendable () -> Bool = { true },
    takeIn: @escaping TakeIn
  ) {
    (self.api, self.patience, self.clock, self.takeIn) = (api, patience, clock, takeIn)
    (self.purchaseToken, self.mayAsk) = (purchaseToken, mayAsk)
    self.answeredPosition = answeredPosition
  }

  /// Requests the resource that a notification names, and stores both; see
  /// ``NotificationEnricher``.
  public func answer(
    _ rtdn: RTDNotification, receivedAt: Timestamp
  ) async throws(LedgerError) -> IntakeResult {
    if let position = try await answeredPosition(rtdn) {
      var result = IntakeResult()
      result.outcomes = [.duplicate(position)]
      return result
    }
    var rtdn = rtdn
    if let order = rtdn.orderID { rtdn.purchaseToken = try await purchaseToken(order) }
    let answer = await ask(about: rtdn)
    let now = max(clock(), receivedAt)
    let result = try await store(answer, with: rtdn, receivedAt: receivedAt, now: now)
    guard case .resource = answer, !result.refusals.isEmpty else { return result }
    // The notification is not to blame for an answer that cannot be read: it is stored without,
    // and the request for another answer stays open. The refused answer is in the quarantine.
    let bare = try await store(.notNeeded, with: rtdn, receivedAt: receivedAt, now: now)
    guard bare.refusals.isEmpty else { return result }
    let unread = EnrichmentRecord.Answer.failed(.malformed(detail: "the answer was refused"))
    _ = try await store(unread, with: rtdn, receivedAt: receivedAt, now: now)
    return bare
  }

  private func store(
    _ answer: EnrichmentRecord.Answer, with rtdn: RTDNotification, receivedAt: Timestamp,
    now: Timestamp
  ) async throws(LedgerError) -> IntakeResult {
    let documents = EnrichmentRecord.documents(of: rtdn, answer, receivedAt: receivedAt, now: now)
    return try await takeIn(documents.map { IncomingDocument(bytes: $0[...]) }, Self.origin, now)
  }

  /// The origin of notifications in the quarantine.
  public static let origin = "google-play/notifications"

  private func ask(about rtdn: RTDNotification) async -> EnrichmentRecord.Answer {
    guard let token = rtdn.purchaseToken else { return .notNeeded }
    guard mayAsk() else { return .failed(.unavailable(detail: "another daemon asks the stores")) }
    let api = api
    let patience = patience
    return await withTaskGroup(of: EnrichmentRecord.Answer.self) { group in
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
