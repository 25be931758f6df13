import EventLedger
import Foundation
import LedgerContract
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct LedgerFiguresTests {
  /// A day on which, and before which, purchasers fail, recover and leave.
  private let now = SampleWorld.middle - .days(80) + .hours(5)
  private let ledger = MemoryLedger(policy: .standard)
  private let rows: [SubscriberSummary]
  private let episodes: [EpisodeRecord]

  init() throws {
    let (world, now) = (SampleWorld(seed: 31, subscriptions: 900), now)
    try ledger.append(world.entries.filter { $0.receivedAt <= now }, now: now)
    try ledger.advance(to: now)
    rows = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 10_000)).rows
      .filter { $0.environment == .production }
    var all: [EpisodeRecord] = []
    try ledger.readEpisodes(EpisodeQuery()) { record in
      all.append(record)
      return true
    }
    episodes = all
  }

  /// What `/metrics` reports of the ledger.
  private func metrics() throws -> MetricsRegistry {
    let metrics = MetricsRegistry()
    try LedgerFigures(ledger, at: now).set(in: metrics, receivers: ["crm", "new"])
    return metrics
  }

  private func isOn(_ day: String, _ instant: Timestamp) -> Bool {
    CivilDate(instant) == CivilDate(day == "today" ? now : now - .days(1))
  }

  @Test func `what happens on a day is counted by store`() throws {
    let metrics = try metrics()
    var sums: [Int64] = [0, 0, 0]
    for store in Store.allCases {
      for day in ["today", "yesterday"] {
        let failed = episodes.count { $0.store == store && isOn(day, $0.episode.failedAt) }
        #expect(metrics.value(.failedRenewals, day, store.rawValue) == failed)
        sums[0] += Int64(failed)
        for (stage, outcome) in [
          ("grace", BillingEpisode.Outcome.recoveredInGrace), ("hold", .recoveredInHold),
        ] {
          let recovered = episodes.count {
            $0.store == store && $0.episode.outcome == outcome
              && ($0.episode.endedAt.map { isOn(day, $0) } ?? false)
          }
          #expect(metrics.value(.recoveredRenewals, day, store.rawValue, stage) == recovered)
          sums[1] += Int64(recovered)
        }
        for cause in [ChurnCause.voluntary, .involuntary, nil] {
          let ended = rows.count {
            $0.store == store && !$0.countedEnds.isEmpty && $0.status.end?.cause == cause
              && ($0.status.end.map { isOn(day, $0.at) } ?? false)
          }
          let name = cause?.rawValue ?? "unknown"
          #expect(metrics.value(.ended, day, store.rawValue, name) == ended)
          sums[2] += Int64(ended)
        }
      }
    }
    #expect(sums.allSatisfy { $0 > 0 }, "\(sums)")
  }

  @Test func `recovery is of failures 61 to 90 days ago, open ones in no count`() throws {
    let metrics = try metrics()
    let end = CivilDate(now).start - .days(60)
    var total: Int64 = 0
    for store in Store.allCases {
      let closed = episodes.map { ($0.store, $0.episode) }.filter { item in
        item.0 == store && item.1.failedAt >= end - .days(30) && item.1.failedAt < end
          && item.1.outcome != .open
      }.map(\.1)
      total += Int64(closed.count)
      #expect(metrics.value(.closedEpisodes, store.rawValue) == closed.count)
      for (stage, hasEntered, outcome) in [
        ("grace", { $0.enteredGrace }, BillingEpisode.Outcome.recoveredInGrace),
        ("hold", { $0.holdStartedAt != nil }, .recoveredInHold),
      ] as [(String, (BillingEpisode) -> Bool, BillingEpisode.Outcome)] {
        #expect(
          metrics.value(.closedEntered, store.rawValue, stage) == closed.count(where: hasEntered))
        #expect(
          metrics.value(.closedRecovered, store.rawValue, stage)
            == closed.count { $0.outcome == outcome })
      }
    }
    #expect(total > 5)
  }

  @Test func `money at risk is by currency and state, and what has no price is counted`() throws {
    let metrics = try metrics()
    let figures = try ledger.figures(at: now)
    var unpriced: Int64 = 0
    for state in [SubscriptionState.grace, .hold] {
      let total = try #require(figures.states[state])
      #expect(metrics.value(.subscribers, state.rawValue) == total.count)
      for (currency, micros) in total.mrrMicros {
        #expect(metrics.value(.mrrAtRisk, currency, state.rawValue) == micros)
      }
      let expected = total.count - total.pricedIn.values.reduce(0, +)
      #expect(metrics.value(.mrrUnpriced, state.rawValue) == expected)
      unpriced += Int64(expected)
    }
    #expect(unpriced > 0)
    #expect(!metrics.text.contains(#"_units{currency="EUR",state="active"}"#))
  }

  @Test func `recurring revenue is that of the subscriptions that pay, by currency`() throws {
    let metrics = try metrics()
    let paying = rows.filter {
      [.active, .renewalPending, .grace, .canceled].contains($0.status.state)
    }
    var sums: [String: Int64] = [:]
    for money in paying.compactMap(\.mrr) { sums[money.currency, default: 0] += money.micros }
    #expect(sums.count > 1)
    for (currency, micros) in sums { #expect(metrics.value(.mrr, currency) == micros) }
    let unpriced = paying.count { $0.mrr == nil }
    #expect(unpriced > 0 && metrics.value(.mrrWithoutPrice) == unpriced)
  }

  @Test func `renewals are those of their day and store`() throws {
    let metrics = try metrics()
    var paid = 0
    for day in ["today", "yesterday"] {
      let date = CivilDate(day == "today" ? now : now - .days(1))
      for store in Store.allCases {
        let figures = try ledger.dailyFigures(
          from: date, through: date, of: (MetricsDimension.store, store.rawValue))
        #expect(metrics.value(.renewals, day, store.rawValue) == figures[0].renewed)
        paid += figures[0].renewed
      }
    }
    #expect(paid > 0)
  }

  @Test func `money recovered and lost is that of its day, gone currencies included`() throws {
    var figures = try LedgerFigures(ledger, at: now)
    #expect(!figures.overview.currencies.contains("CHF"))
    var days = [now - .days(1), now].map { DailyFigures(day: CivilDate($0)) }
    days[0].recoveredMicros = ["EUR": 5_990_000]
    days[0].lostMicros = ["CHF": 7_000_000]
    days[1].recoveredMicros = ["EUR": 1_000_000, "JPY": 480_000_000]
    figures.days = LedgerFigures.Days(days)
    let metrics = MetricsRegistry()
    figures.set(in: metrics, receivers: [])
    #expect(metrics.value(.recoveredRevenue, "yesterday", "EUR") == 5_990_000)
    #expect(metrics.value(.recoveredRevenue, "today", "EUR") == 1_000_000)
    #expect(metrics.value(.recoveredRevenue, "today", "JPY") == 480_000_000)
    #expect(metrics.value(.lostRevenue, "yesterday", "CHF") == 7_000_000)
    #expect(!metrics.text.contains(#"lost_revenue_currency_units{day="today""#))
    figures.days = LedgerFigures.Days([DailyFigures(day: CivilDate(now))])
    figures.set(in: metrics, receivers: [])
    #expect(!metrics.text.contains("revenue_currency_units{"), "what is no longer there goes")
  }

  @Test func `feeds and prompts have their age as an instant`() throws {
    let metrics = try metrics()
    let figures = try ledger.figures(at: now)
    #expect(!figures.feeds.named.isEmpty)
    for feed in figures.feeds.named {
      let labels = (feed.store.rawValue, feed.app?.rawValue ?? "")
      #expect(
        metrics.value(.feedHeard, labels.0, labels.1) == feed.lastEventAt.milliseconds / 1_000)
    }
    let oldest = try #require(figures.oldestDueSince)
    #expect(metrics.value(.oldestPrompt) == oldest.milliseconds / 1_000)
    #expect(metrics.value(.promptsOverdue) == figures.promptsOverdue24h)
  }

  @Test func `receivers have their place and what they did not accept`() throws {
    let last = try ledger.outboxBounds().last
    try ledger.putReceiver(ReceiverState(name: "crm", cursor: 3, disabled: "it answers 410"))
    var update = DeliveryUpdate(receiver: "crm", at: now, from: 3)
    update.undelivered = [(1, .dead), (2, .waiting), (3, .dead), (4, .held)].map { number, status in
      ChangeDelivery(
        receiver: "crm", number: number, subscription: "as_1", status: status, nextAt: now)
    }
    try ledger.settle(update)
    try ledger.putReceiver(ReceiverState(name: "former", cursor: 0, disabled: "it answers 410"))
    let metrics = try metrics()
    #expect(!metrics.text.contains("former"), "no receiver has this name any more")
    #expect(last > 3 && metrics.value(.outboxPosition) == last)
    #expect(metrics.value(.receiverPosition, "crm") == 3)
    #expect(metrics.value(.receiverDisabled, "crm") == 1)
    #expect(metrics.value(.undelivered, "crm", "dead") == 2)
    #expect(metrics.value(.undelivered, "crm", "waiting") == 1)
    #expect(metrics.value(.undelivered, "crm", "held") == 1)
  }
}
