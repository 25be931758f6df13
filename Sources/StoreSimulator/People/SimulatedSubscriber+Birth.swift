import SubscriptionCore

extension SimulatedSubscriber {
  private static let digits = Array("0123456789".utf8)
  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  /// Generates one member of the population, which joins at an instant, or may exist before the
  /// history.
  init(index: Int, seed: UInt64, start: Timestamp, joinedAt: Timestamp?) {
    var rng = SeededRNG(seed: seed, stream: index)
    let scenario = joinedAt == nil ? Scenario(index: index) : nil
    let person = Person(rng: &rng, scenario, seed: seed)
    let store = scenario?.store ?? (rng.happens(520) ? .appStore : .googlePlay)
    let plan = scenario?.plan ?? rng.pick(Plan.allCases, weighted: \.weight)
    self.index = index
    self.seed = seed
    self.scenario = scenario
    self.start = start
    contract = SimulatedSubscription(
      store: store, environment: .production, account: person.profile.account,
      country: person.country, plan: plan, key: "", orderBase: "", startedAt: start,
      periodStart: start, paidThrough: start, expiry: start,
      price: plan.milliunits(in: person.country))
    self.rng = rng
    settling = SeededRNG(seed: ~seed, stream: index)
    contract.environment = scenario == nil && self.rng.happens(12) ? .sandbox : .production
    contract.familyShared =
      scenario == .familyRevoked
      || scenario == nil && store.simulated.sharesWithFamily && self.rng.happens(35)
    contract.paymentsLeft = plan.commitment
    renewKeys()
    begin(joinedAt: joinedAt)
  }

  /// Generates new identifiers for the subscription, as for a new purchase at Google Play.
  mutating func renewKeys() {
    switch contract.store {
    case .appStore:
      contract.key = "4" + rng.text(14, of: Self.digits)
      contract.orderBase = "7" + rng.text(17, of: Self.digits)
    case .googlePlay:
      contract.key = rng.text(24, of: Self.letters) + ".AO-J1O" + rng.text(60, of: Self.letters)
      let parts = [4, 4, 4, 5].map { rng.text($0, of: Self.digits) }
      contract.orderBase = "GPA." + parts.joined(separator: "-")
    }
  }

  private mutating func begin(joinedAt: Timestamp?) {
    if let joinedAt {
      plan(.purchase, at: joinedAt)
    } else if let scenario {
      begin(scenario)
    } else if contract.environment != .production || rng.happens(230) {
      let history = SimulatedWorld.historyLength
      plan(.purchase, at: start - rng.duration(from: .hours(1), to: history))
    } else {
      beginBeforeHistory()
    }
  }

  /// Places a subscription in the middle of a period when the history begins.
  private mutating func beginBeforeHistory() {
    let beginning = start - SimulatedWorld.historyLength
    let length = contract.plan.period.nominal
    contract.periodStart = beginning - rng.duration(from: .hours(1), to: length - .hours(12))
    contract.paidThrough = contract.plan.period.after(contract.periodStart)
    contract.expiry = contract.paidThrough
    contract.renewals = rng.number(in: 0...14)
    contract.startedAt = contract.periodStart - length * contract.renewals
    plan(.introduce, at: beginning + .seconds(5 + Int64(index % 3_600)))
  }

  /// Begins the history of a scenario: a first period that ends at the scenario's time.
  private mutating func begin(_ scenario: Scenario) {
    switch scenario {
    case .pending: plan(.pendingPurchase, at: start - .hours(3))
    case .unheardOf: plan(.unheardOf, at: start - .hours(20))
    default:
      let end = start - scenario.periodEndsBeforeStart
      // Months differ in length, so the first estimate is off by a day or two.
      let guess = end - contract.plan.period.nominal
      contract.startedAt = guess + (end - contract.plan.period.after(guess))
      plan(.purchase, at: contract.startedAt)
    }
  }
}
