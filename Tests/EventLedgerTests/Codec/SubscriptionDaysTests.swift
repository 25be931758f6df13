import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@Suite struct `Days in the codec of rows` {
  private func row(_ days: SubscriptionDays) throws -> SubscriberProjection {
    let ledger = MemoryLedger(policy: .standard)
    try ledger.append(
      SampleWorld(seed: 6, subscriptions: 1).entries, now: SampleWorld.middle)
    let summary = try #require(try allRows(of: ledger).first)
    return SubscriberProjection(summary: summary, episodes: [], history: [], days: days)
  }

  private func expectKept(_ days: SubscriptionDays) throws {
    let row = try row(days)
    let bytes = EventCodec.encode(row)
    #expect(try bytes.withUnsafeBytes { try EventCodec.decode(row: $0) } == row)
  }

  private func money(_ micros: Int64, _ currency: String) -> Money {
    Money(micros: micros, currency: currency)
  }

  @Test func `keep whatever they hold`() throws {
    try expectKept(SubscriptionDays())
    for day in [-1, 0, 1, 106_751_991_167, -106_751_991_168] {
      try expectKept(SubscriptionDays(started: day, refunds: [day]))
      try expectKept(SubscriptionDays(refunds: [day], firstPayments: [day, day]))
      try expectKept(SubscriptionDays(refunds: [day], exemptSince: day))
      try expectKept(SubscriptionDays(firstPayments: [day], exemptSince: day))
    }
    try expectKept(SubscriptionDays(started: -719_162, refunds: [-3, -3, 2_932_896]))
    try expectKept(
      SubscriptionDays(
        started: 19_000,
        standings: [
          SubscriptionDays.Standing(day: 19_000, state: .active, mrr: money(.max, "EUR")),
          SubscriptionDays.Standing(day: 19_030, state: .grace, mrr: money(.max, "EUR")),
          SubscriptionDays.Standing(day: 19_060, state: .superseded, mrr: nil),
          SubscriptionDays.Standing(day: 19_061, state: .active, mrr: money(.min, "")),
        ],
        renewals: [
          SubscriptionDays.Renewal(day: 19_000, amount: nil),
          SubscriptionDays.Renewal(day: 18_000, amount: money(1, "ÜBER\u{0}")),
          SubscriptionDays.Renewal(day: 18_000, amount: money(1, "EUR")),
          SubscriptionDays.Renewal(day: 20_000, amount: money(1, "EUR")),
        ],
        ends: [
          SubscriptionDays.End(day: 19_060, cause: .involuntary),
          SubscriptionDays.End(day: 19_090, cause: .voluntary),
          SubscriptionDays.End(day: 19_090, cause: nil),
        ]))
  }

  @Test(arguments: SubscriptionState.allCases)
  func `keep every state`(_ state: SubscriptionState) throws {
    try expectKept(
      SubscriptionDays(standings: [SubscriptionDays.Standing(day: 1, state: state, mrr: nil)]))
  }

  @Test func `take a byte for a monthly renewal at the same price`() throws {
    func size(_ count: Int) throws -> Int {
      let renewals = (0..<count).map { month in
        SubscriptionDays.Renewal(day: 19_000 + 31 * month, amount: money(4_990_000, "EUR"))
      }
      return EventCodec.encode(try row(SubscriptionDays(renewals: renewals))).count
    }
    #expect(try size(37) - size(1) <= 36 + 2)
  }

  @Test func `are refused where they are damaged`() throws {
    let whole = EventCodec.encode(
      try row(SubscriptionDays(started: 3, refunds: Array(1...40))))
    for length in stride(from: whole.count - 1, to: whole.count - 40, by: -1) {
      #expect(throws: CodecError.self) {
        try whole[..<length].withUnsafeBytes { try EventCodec.decode(row: $0) }
      }
    }
  }
}
