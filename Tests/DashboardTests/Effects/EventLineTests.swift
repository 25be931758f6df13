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
}
