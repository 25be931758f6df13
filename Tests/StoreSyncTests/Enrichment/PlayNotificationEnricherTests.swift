import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@Suite struct PlayNotificationEnricherTests {
  private let world = PlayWorld()
  private static let heard = at("2026-11-01T10:00:02Z")
  private static let told = at("2026-11-01T10:00:00Z")

  private func answer(
    _ rtdn: RTDNotification, receivedAt: Timestamp = heard, patience: Duration = .seconds(60),
    by play: ScriptedPlay
  ) async throws -> Subscriber? {
    let answerer = PlayNotificationEnricher(
      api: play, patience: patience, clock: { receivedAt }, takeIn: world.takeIn)
    let result = try await answerer.answer(rtdn, receivedAt: receivedAt)
    #expect(result.refusals.isEmpty)
    return try rtdn.subscription.flatMap { try world.ledger.subscriber($0) }
  }

  @Test func `notification and answer are one entry`() async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let play = ScriptedPlay { (_) in
      StoreAnswer(body: PlayWorld.resource("IN_GRACE_PERIOD", expiry: at("2026-11-08T10:00:00Z")))
    }
    let subscriber = try #require(try await answer(rtdn, by: play))
    #expect(play.asked == ["token-1"])
    #expect(try world.ledger.lastPosition() == 1)
    #expect(subscriber.status(at: Self.heard, policy: .standard).state == .grace)
    #expect(subscriber.refreshRequestedAt == nil)
    let raw = try #require(try world.ledger.entry(at: 1)).raw
    let text = String(decoding: raw, as: UTF8.self)
    for part in [
      "\"notification\":{", "\"subscription\":{", "\"receivedAt\":\"2026-11-01T10:00:02Z\"",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test(arguments: [heard, told + .days(6)])
  func `a notification that is delivered again is asked about until the store has answered`(
    receivedAt: Timestamp
  ) async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let down = Mutex(true)
    let play = ScriptedPlay { (_) throws(StoreAPIError) in
      if down.withLock({ $0 }) { throw .unavailable(detail: "down") }
      return StoreAnswer(
        body: PlayWorld.resource("IN_GRACE_PERIOD", expiry: at("2026-11-08T10:00:00Z")))
    }
    let ledger = world.ledger
    let enricher = PlayNotificationEnricher(
      api: play,
      answeredPosition: { (rtdn) throws(LedgerError) in try ledger.answeredPosition(of: rtdn) },
      clock: { receivedAt + .seconds(1) }, takeIn: world.takeIn)
    _ = try await enricher.answer(rtdn, receivedAt: receivedAt)
    down.withLock { $0 = false }
    _ = try await enricher.answer(rtdn, receivedAt: receivedAt + .minutes(1))
    #expect(play.asked.count == 2)
    let last = try ledger.lastPosition()
    let again = try await enricher.answer(rtdn, receivedAt: receivedAt + .minutes(2))
    #expect(play.asked.count == 2 && again.outcomes.count == 1)
    #expect(try ledger.lastPosition() == last)
    // Another notification of the same instant is news.
    let other = try RTDNotification(pushed: PlayWorld.pushed(5, at: Self.told))
    _ = try await enricher.answer(other, receivedAt: receivedAt + .minutes(2))
    #expect(play.asked.count == 3)
  }

  @Test(arguments: [
    StoreAPIError.unavailable(detail: "down"), .throttled(until: nil),
    .unauthorized(detail: "expired"), .clockSkew(milliseconds: 90_000),
    .malformed(detail: "HTML"), .refused(status: 400, detail: "x"), .notFound(detail: "404"),
    .gone(detail: "410"),
  ])
  func `without an answer the RTDN is kept with a request to ask again`(
    error: StoreAPIError
  ) async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw error }
    let subscriber = try #require(try await answer(rtdn, by: play))
    #expect(subscriber.refreshRequestedAt == Self.heard)
    #expect(subscriber.transitions.count == 1)
  }

  @Test func `an answer that is not JSON counts as none`() async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(2, at: Self.told))
    let play = ScriptedPlay { (_) in StoreAnswer(body: Array("{},\"action\":{}".utf8)) }
    let subscriber = try #require(try await answer(rtdn, by: play))
    #expect(subscriber.refreshRequestedAt == Self.heard)
  }

  @Test(arguments: [heard, told + .days(6)])
  func `an answer with a value that cannot be read counts as none, late or not`(
    receivedAt: Timestamp
  ) async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let resource = String(
      decoding: PlayWorld.resource("ACTIVE", expiry: Self.told + .days(30)), as: UTF8.self)
    let odd = resource.replacing((Self.told + .days(30)).rfc3339, with: "soon")
    let play = ScriptedPlay { (_) in StoreAnswer(body: Array(odd.utf8)) }
    let subscriber = try #require(try await answer(rtdn, receivedAt: receivedAt, by: play))
    #expect(subscriber.refreshRequestedAt == receivedAt)
    #expect(try world.ledger.events(of: subscriber.id).map(\.event.kind).first == .billingFailed)
    let refused = try #require(try world.ledger.refused(after: 0, limit: 2).first)
    #expect(String(decoding: refused.raw, as: UTF8.self).contains("soon"))
    #expect(try world.ledger.refusedCount() == 1)
  }

  @Test func `a notification whose answer cannot be read is stored, and no duplicate`() async throws
  {
    let intake = world.intake
    let play = ScriptedPlay { (_) in StoreAnswer(body: Array("{\"lineItems\":1}".utf8)) }
    let enricher = PlayNotificationEnricher(api: play, clock: { Self.heard }) {
      (documents, origin, now) throws(LedgerError) in
      try intake.take(documents, origin: origin, now: now)
    }
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let result = try await enricher.answer(rtdn, receivedAt: Self.heard)
    #expect(result.outcomes.first == .stored(1), "\(result)")
    #expect(try world.ledger.lastPosition() == 2)
  }

  @Test(arguments: ["GPA.3333-1111-2222-55555..0", "GPA.3333-1111-2222-55555..7"])
  func `a request to review a refund counts for the purchase of its order`(
    order: String
  ) async throws {
    let resource = PlayWorld.resource("ACTIVE", expiry: Self.told + .days(20))
    let paid = String(decoding: resource, as: UTF8.self).replacing(
      "\"productId\"",
      with: "\"latestSuccessfulOrderId\": \"GPA.3333-1111-2222-55555..0\", \"productId\"")
    let record = try #require(
      ArchiveRecord.play(
        subscription: Array(paid.utf8), package: "com.example", purchaseToken: "token-1",
        receivedAt: Self.told - .days(1)))
    _ = try world.intake.take(record, origin: "test", now: Self.told)
    let review = PlayWorld.envelope(
      """
      {"version":"1.0","packageName":"com.example",
      "eventTimeMillis":"\(Self.told.milliseconds)","pendingRefundReviewNotification":
      {"version":"1.0","pendingRefundToken":"p","orderId":"\(order)","refundReason":7}}
      """)
    let rtdn = try RTDNotification(pushed: review)
    #expect(rtdn.purchaseToken == nil && rtdn.orderID == order)
    let play = ScriptedPlay { (_) in StoreAnswer(body: Array(paid.utf8)) }
    let ledger = world.ledger
    let enricher = PlayNotificationEnricher(
      api: play,
      purchaseToken: { (order) throws(LedgerError) in
        try ledger.purchaseToken(ofOrder: order, app: "com.example")
      }, clock: { Self.heard }, takeIn: world.takeIn)
    let result = try await enricher.answer(rtdn, receivedAt: Self.heard)
    #expect(result.refusals.isEmpty && play.asked == ["token-1"])
    let events = try ledger.events(of: try world.id("token-1")).map(\.event.kind)
    #expect(events.contains(.refundRequested), "\(events)")
    #expect(try ledger.purchaseToken(ofOrder: order, app: "com.other") == nil)
    #expect(try ledger.purchaseToken(ofOrder: "GPA.9", app: "com.example") == nil)
  }

  @Test func `a notification of another app is refused whatever the store answers`() async throws {
    let trust = TrustPolicy(mode: .signed, bundle: "com.other")
    let intake = Intake(ledger: world.ledger, trust: trust)
    let play = ScriptedPlay { (_) in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.told + .days(30)))
    }
    let enricher = PlayNotificationEnricher(api: play, clock: { Self.heard }) {
      (documents, origin, now) throws(LedgerError) in
      try intake.take(documents, origin: origin, now: now)
    }
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let result = try await enricher.answer(rtdn, receivedAt: Self.heard)
    #expect(!result.refusals.isEmpty)
    #expect(try world.ledger.lastPosition() == 0)
  }

  @Test func `an answer that does not come is not waited for`() async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(5, at: Self.told))
    let play = ScriptedPlay { (_) throws(StoreAPIError) in
      while !Task.isCancelled { await Task.yield() }
      throw .unavailable(detail: "canceled")
    }
    let subscriber = try #require(try await answer(rtdn, patience: .zero, by: play))
    #expect(subscriber.refreshRequestedAt == Self.heard)
  }

  @Test func `a request stays open though the store's clock is ahead`() async throws {
    let ahead = Self.heard + .seconds(30)
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: ahead))
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw .unavailable(detail: "down") }
    let subscriber = try #require(try await answer(rtdn, by: play))
    #expect(subscriber.refreshRequestedAt == ahead + .milliseconds(1))
  }

  @Test func `an old RTDN does not give its date to today's answer`() async throws {
    let rtdn = try RTDNotification(pushed: PlayWorld.pushed(6, at: Self.told))
    let late = Self.told + .days(6)
    let play = ScriptedPlay { (_) in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: at("2026-12-05T10:00:00Z")))
    }
    let subscriber = try #require(try await answer(rtdn, receivedAt: late, by: play))
    let events = try world.ledger.events(of: subscriber.id).map(\.event)
    #expect(events.map(\.kind) == [.billingFailed, .snapshot])
    #expect(events.map(\.statedAt) == [Self.told, late])
    #expect(subscriber.status(at: late, policy: .standard).state == .active)
  }

  @Test func `a test concerns no purchase and is not asked about`() async throws {
    let test = "{\"version\":\"1.0\",\"packageName\":\"com.example\",\"eventTimeMillis\":\"1\","
    let rtdn = try RTDNotification(
      pushed: PlayWorld.envelope(test + "\"testNotification\":{\"version\":\"1.0\"}}"))
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw .unavailable(detail: "down") }
    #expect(try await answer(rtdn, by: play) == nil)
    #expect(play.asked.isEmpty)
    #expect(try world.ledger.lastPosition() == 1)
  }

  @Test func `a voided purchase is kept beside what became of it`() async throws {
    let voided = "{\"version\":\"1.0\",\"packageName\":\"com.example\",\"eventTimeMillis\":"
    let rtdn = try RTDNotification(
      pushed: PlayWorld.envelope(
        voided + "\"\(Self.told.milliseconds)\",\"voidedPurchaseNotification\":{"
          + "\"purchaseToken\":\"token-1\",\"orderId\":\"GPA.1\",\"productType\":1}}"))
    let play = ScriptedPlay { (_) in
      StoreAnswer(body: PlayWorld.resource("EXPIRED", expiry: Self.told))
    }
    let subscriber = try #require(try await answer(rtdn, by: play))
    let events = try world.ledger.events(of: subscriber.id).map(\.event.kind)
    #expect(events == [.refunded, .snapshot])
    #expect(subscriber.status(at: Self.heard, policy: .standard).state == .refunded)
  }
}
