import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct EventLineTests {
  static func event(_ kind: EventKind, stated: Int, recorded: Int) -> SubscriptionEvent {
    let at = TestWorld.now + .minutes(stated)
    return SubscriptionEvent(
      id: "e", kind: kind, subscription: "as_1", effectiveAt: at, statedAt: at,
      recordedAt: TestWorld.now + .minutes(recorded),
      source: kind.isAction ? .operatorAction : .appStoreNotification, verification: .verified)
  }

  static let cases: [(EventKind, Anomaly.Kind, Int, Anomaly.Kind?)] = [
    (.renewed, .outOfOrder, 9, .outOfOrder), (.renewed, .outOfOrder, 5, nil),
    (.renewed, .contradiction, 5, .contradiction), (.renewed, .contradiction, 9, nil),
    (.renewed, .silentStore, 5, nil), (.unrecognized, .silentStore, 0, .unknownValue),
    (.noted, .dataQuality, 5, nil),
  ]

  @Test(arguments: cases)
  func `an event is marked with what it brought`(
    _ kind: EventKind, _ anomaly: Anomaly.Kind, _ minute: Int, _ mark: Anomaly.Kind?
  ) {
    let anomalies = [Anomaly(kind: anomaly, at: TestWorld.now + .minutes(minute), text: "x")]
    let event = Self.event(kind, stated: 5, recorded: 9)
    #expect(EventLine.misfit(of: event, among: anomalies) == mark)
  }

  @Test func `a late arrival is marked on Events and on Detail`() throws {
    let world = try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
      world.late = .days(20)
      world.tell(
        "as_2000000900000001", .autoRenewDisabled, TestWorld.time("2025-11-01T00:00:00Z"), "acc-1")
    }
    let id: SubscriptionID = "as_2000000900000001"
    for screen in [Screen.events, .detail] {
      let frame = try world.frame(screen, 160, 45, subscription: id)
      #expect(frame.text.contains("! out of order"), "\(screen)")
    }
  }

  /// A year that was paid for, then canceled; and a month that was canceled and has ended.
  private static func canceled() throws -> TestWorld {
    try TestWorld { world in
      for (id, account, ends, period) in [
        ("as_2000000900000001", "acc-1", "2026-11-10", BillingPeriod.yearly),
        ("as_2000000900000002", "acc-2", "2025-11-12", BillingPeriod.monthly),
      ] as [(SubscriptionID, AccountID, String, BillingPeriod)] {
        let end = TestWorld.time(ends)
        let paid = TestWorld.time("2025-10-12T00:00:00Z")
        world.tell(id, .purchased, paid, account, name: "SUBSCRIBED/INITIAL_BUY") {
          ($0.period, $0.expiresAt) = (period, end)
        }
        world.tell(
          id, .autoRenewDisabled, paid + .days(5), account,
          name: "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"
        ) { ($0.period, $0.expiresAt, $0.autoRenew) = (period, end, false) }
        guard end < TestWorld.now else { continue }
        world.tell(id, .expired, end, account, name: "EXPIRED/VOLUNTARY") {
          ($0.period, $0.expiresAt, $0.autoRenew) = (period, end, false)
          ($0.status, $0.endReason) = (.expired, .voluntary)
        }
      }
    }.withProfiles()
  }

  @Test(arguments: [(120, 36), (80, 24)])
  func `no word that matters of an event is cut`(_ width: Int, _ height: Int) throws {
    let world = try Self.canceled()
    let events = try world.frame(.events, width, height).text
    let year = try world.frame(.detail, width, height, subscription: "as_2000000900000001").text
    let month = try world.frame(.detail, width, height, subscription: "as_2000000900000002").text
    for text in [events, month] { #expect(text.contains("canceled → expired"), "\(text)") }
    for text in [events, year] { #expect(text.contains("to 9 Nov 2026"), "\(text)") }
    if width >= 120 {
      for text in [events, year] { #expect(text.contains("…/AUTO_RENEW_DISABLED"), "\(text)") }
    } else {
      #expect(!year.contains("auto renew"), "\(year)")
    }
  }
}
