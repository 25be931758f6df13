import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct AlertMetricTests {
  private let now = SampleWorld.middle
  private let ledger = MemoryLedger(policy: .standard)

  init() throws {
    let world = SampleWorld(seed: 21, subscriptions: 400)
    try ledger.append(world.entries, now: now)
    try ledger.advance(to: now)
  }

  private func value(
    _ metric: CounterMetric, in currency: String? = nil, receivers: Set<String> = []
  ) throws -> Int? {
    try metric.measure(in: ledger, currency: currency, receivers: receivers, at: now)?.value
  }

  /// The number of production subscriptions that satisfy a condition.
  private func count(_ condition: (SubscriberSummary) -> Bool) throws -> Int {
    try ledger.subscribers(SubscriberQuery(sort: .id, limit: 10_000)).rows
      .count { $0.environment == .production && condition($0) }
  }

  @Test func `the figures of the present are those of the rows`() throws {
    let isFailing: (SubscriberSummary) -> Bool = { [.grace, .hold].contains($0.status.state) }
    let failing = try count(isFailing)
    #expect(failing > 0)
    #expect(try value(.failing) == failing)
    #expect(try value(.promptsDue) == (try count { $0.status.prompt.isDue }))
    let today = CivilDate(now)
    #expect(
      try value(.involuntaryEndsToday)
        == (try count {
          $0.status.end.map { CivilDate($0.at) == today && $0.cause == .involuntary } ?? false
        }))
  }

  @Test func `money at risk is rounded up to a whole unit of one currency`() throws {
    let figures = try ledger.figures(at: now)
    let currency = try #require(
      figures.currencies.first { currency in
        [SubscriptionState.grace, .hold].contains {
          figures.states[$0]?.mrrMicros[currency] ?? 0 > 0
        }
      })
    let micros = [SubscriptionState.grace, .hold].reduce(Int64(0)) {
      $0 + (figures.states[$1]?.mrrMicros[currency] ?? 0)
    }
    let units = try #require(try value(.mrrAtRisk, in: currency))
    #expect(Int64(units) * 1_000_000 >= micros && Int64(units - 1) * 1_000_000 < micros)
    #expect(try value(.mrrAtRisk, in: "CHF") == 0)
  }

  @Test func `what a receiver did not accept that is not configured any more fires no alert`()
    throws
  {
    for name in ["crm", "former"] {
      try ledger.putReceiver(ReceiverState(name: name, cursor: 0))
      var update = DeliveryUpdate(receiver: name, at: now, from: 0)
      update.to = 1
      update.undelivered = [
        ChangeDelivery(
          receiver: name, number: 1, subscription: "as_a", status: .dead, attempts: 10,
          nextAt: now, triedAt: now, problem: "it answers 500")
      ]
      try ledger.settle(update)
    }
    #expect(try value(.deadChanges, receivers: ["crm"]) == 1)
    #expect(try value(.deadChanges, receivers: ["crm", "former"]) == 2)
    #expect(try value(.deadChanges) == 0)
    #expect(
      try CounterMetric.deadChanges.measure(
        in: ledger, currency: nil, receivers: ["crm"], at: now)?.text
        == "1 change not accepted by the receiver in three days")
  }

  @Test(arguments: [
    (CounterMetric.failing, "0 subscriptions in grace and 0 in hold"),
    (.failedToday, "0 failed renewals since midnight UTC"),
    (.involuntaryEndsToday, "0 subscriptions ended involuntarily since midnight UTC"),
    (.refundsToday, "0 refunded payments since midnight UTC"),
    (.mrrAtRisk, "0 EUR of monthly recurring revenue in grace and hold"),
    (.promptsDue, "0 payment-fix prompts due"),
    (.promptsOverdue, "0 payment-fix prompts due for more than a day"),
    (.quarantined, "0 refused payloads in quarantine"),
  ])
  func `a figure is told with what it counts`(metric: CounterMetric, text: String) throws {
    let found = try metric.measure(
      in: MemoryLedger(policy: .standard), currency: "EUR", receivers: [], at: now)
    #expect(found?.text == text)
  }

  @Test func `a threshold has the unit of its figure`() throws {
    for (trigger, end) in [
      (
        AlertRule.Trigger.metric(.report(.mrr), threshold: 1_000_000, currency: "EUR"),
        "; it fires below 1,000,000 EUR"
      ),
      (
        .metric(.report(.billingFailureRate), threshold: 99, currency: nil),
        "; it fires above 99 %"
      ),
    ] {
      let figure = try AlertFigure.measure(trigger, in: ledger, receivers: [], at: now)
      #expect(try #require(figure).text.hasSuffix(end), "\(end)")
    }
    #expect(AlertMetric.report(.medianTimeToRecovery).words(1, in: nil) == "1 hour")
    #expect(AlertMetric.report(.p90TimeToRecovery).words(48, in: nil) == "48 hours")
    #expect(AlertMetric.counter(.graceRecoveryRate).words(40, in: nil) == "40 %")
    #expect(AlertMetric.counter(.failing).words(1_200, in: nil) == "1,200")
  }

  @Test func `rates divide what was recovered by what entered, and need enough episodes`() {
    var recovery = OverviewFigures.Recovery(windowDays: 30)
    (recovery.failed, recovery.enteredGrace, recovery.enteredHold) = (50, 40, 20)
    (recovery.recoveredInGrace, recovery.recoveredInHold) = (23, 3)
    #expect(CounterMetric.graceRecoveryRate.rate(recovery)?.value == 57)
    #expect(CounterMetric.holdRecoveryRate.rate(recovery)?.value == 15)
    #expect(CounterMetric.recoveryRate.rate(recovery)?.value == 52)
    #expect(
      CounterMetric.graceRecoveryRate.rate(recovery)?.text
        == "23 of 40 episodes in grace that failed 61 to 90 days ago were recovered: 57 %")
    recovery.enteredHold = 19
    #expect(CounterMetric.holdRecoveryRate.rate(recovery) == nil)
  }

  @Test func `a rate fires below its threshold, and clears above it by a tenth`() throws {
    var state = AlertState()
    func take(_ value: Int, _ hour: Int) -> AlertState.Telling? {
      let telling = state.take(
        AlertFigure(value: value, threshold: 40, text: "", firesBelow: true), every: .hours(1),
        now: now + .hours(hour))
      if let telling { state.note(telling, at: now + .hours(hour)) }
      return telling
    }
    #expect(take(40, 0) == nil)
    #expect(take(39, 1) == .fired)
    #expect(take(43, 3) == .goesOn)
    #expect(take(44, 5) == .cleared)
    #expect(take(41, 7) == nil)
  }

  @Test func `every figure can be measured, also in an empty ledger`() throws {
    let empty = MemoryLedger(policy: .standard)
    for metric in AlertMetric.allCases {
      let found = try metric.measure(in: empty, currency: "EUR", receivers: [], at: now)
      if case .counter(let counter) = metric {
        #expect(counter.firesBelow ? found == nil : found?.value == 0, "\(metric)")
      } else {
        #expect(found == nil, "\(metric)")
      }
      #expect(!metric.summary.hasSuffix("."))
      #expect(AlertMetric(rawValue: metric.rawValue) == metric)
    }
    #expect(AlertMetric(rawValue: "recoveryRate") == .counter(.recoveryRate))
    #expect(AlertMetric(rawValue: "nothing") == nil)
  }

  @Test func `every metric of a report is measured as the report has it`() throws {
    let report = try ledger.metrics(MetricsWindows(days: 30, now: now))
    var measured: [Metric] = []
    for case .report(let metric) in AlertMetric.allCases {
      let found = try AlertMetric.report(metric)
        .measure(in: ledger, currency: "EUR", receivers: [], at: now)
      let figure = try #require(report[metric])
      let value = metric.followsFailures ? figure.final : figure.value
      #expect(found == AlertMetric.report(metric).measurement(of: figure, in: "EUR"), "\(metric)")
      guard let found else { continue }
      measured.append(metric)
      switch try #require(value) {
      case .rate(let rate):
        let cases = "\(CountText.grouped(rate.numerator)) of "
        #expect(found.text.contains(cases + CountText.grouped(rate.denominator) + " ("))
      case .duration(let length, _, _):
        let hours = try #require(length).wholeMilliseconds / 3_600_000
        #expect((hours...hours + 1).contains(Int64(found.value)))
      case .money(let micros, _):
        #expect(abs(Int64(found.value) - micros["EUR", default: 0] / 1_000_000) <= 1)
      }
    }
    #expect(measured.count > 8, "\(measured)")
    #expect(Set(measured).isSuperset(of: [.billingFailureRate, .mrr, .revenueLost]))
  }

  @Test func `what is beyond a threshold is so in whole numbers, whichever side fires`() {
    func value(_ metric: Metric, _ value: MetricValue) -> Int? {
      let figure = MetricFigure(metric: metric, value: value, final: value)
      return AlertMetric.report(metric).measurement(of: figure, in: "EUR")?.value
    }
    #expect(value(.billingFailureRate, .rate(Rate(51, of: 1_000))) == 6)
    #expect(value(.trialRecoveryRate, .rate(Rate(59, of: 1_000))) == 5)
    #expect(value(.billingFailureRate, .rate(Rate(1, of: 19))) == nil)
    let money = MetricValue.money(["EUR": 1_500_000], unknown: 3)
    #expect(value(.mrr, money) == 1 && value(.mrrInGrace, money) == 2)
    #expect(
      AlertMetric.report(.mrr).measurement(of: MetricFigure(metric: .mrr, value: money), in: "EUR")?
        .text
        == "MRR: 1 EUR, and 3 of unknown price (sum of the prices per month, over subscriptions at "
        + "the end of the window, yesterday)")
    #expect(value(.medianTimeToRecovery, .duration(.minutes(61), interval: nil, count: 20)) == 2)
    #expect(value(.medianTimeToRecovery, .duration(.minutes(61), interval: nil, count: 9)) == nil)
    #expect(
      AlertMetric.report(.refundRate).measurement(
        of: MetricFigure(metric: .refundRate, value: .rate(Rate(3, of: 100))), in: nil)?.text
        == "Refund rate: 3 %, 3 of 100 (payments refunded in the window / renewals paid in the "
        + "window, in the last 30 days)")
  }
}
