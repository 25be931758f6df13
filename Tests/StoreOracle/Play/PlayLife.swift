import SeededNumbers
import SubscriptionCore

/// A user of Google Play, by the rules of its lifecycle pages and of observed payloads.
struct PlayLife {
  /// One paid period of an offer that is still to come.
  struct OfferPeriod {
    var phase: PlayRecord.Phase
    var period: BillingPeriod
    var price: Money
  }

  var life: Life
  var random: SeededNumbers
  var record: PlayRecord
  var truth: Truth
  /// The place of the running subscription among the user's.
  var key = 0
  var now: Timestamp
  let horizon: Timestamp
  /// The periods of the offer that are still to come.
  var offers: [OfferPeriod] = []
  /// The latest expiry told as the end of a period in the base phase.
  var toldBaseExpiry: Timestamp?
  var isOver = false
  private var productCount = 0

  init(seed: UInt64) {
    life = Life(store: .googlePlay, seed: seed)
    random = SeededNumbers(seed: seed)
    // From 1 December 2025 on, when the default hold is what grace leaves of 60 days.
    now = Timestamp(seconds: 1_764_547_200 + Int64.random(in: 0..<31_000_000, using: &random))
    if random.happens(25) {
      // The last days of a January, where the months to come are shorter.
      now = Timestamp(seconds: 1_769_644_800 + Int64.random(in: 0..<259_200, using: &random))
    }
    horizon = now + .days(Int.random(in: 40...420, using: &random))
    let plan = StorePlan.any(&random, store: .googlePlay, number: 0)
    record = PlayRecord(
      token: "", account: "user-\(seed)", plan: plan, startTime: now, expiryTime: now,
      orderBase: "", price: plan.price)
    truth = Truth(
      state: .active, access: true, autoRenew: true, product: plan.product, plan: plan.period,
      price: plan.price)
  }

  /// Lives until the horizon, or until nothing renews any more.
  mutating func live() {
    if random.happens(6) { awaitPayment() }
    if !isOver { buy(record.plan, at: now) }
    var rounds = 0
    while rounds < 14, now < horizon {
      rounds += 1
      if isOver {
        guard random.happens(35) else { break }
        key += 1
        buy(nextPlan(), at: now + .hours(Int.random(in: 12...700, using: &random)))
      }
      livePeriod()
    }
    life.changes.sort { ($0.at, $0.key) < ($1.at, $1.key) }
  }

  // MARK: Telling

  /// Records a change of which a notification tells.
  mutating func tell(_ type: Int, at instant: Timestamp, _ note: String) {
    change(.developer(type), at: instant, note)
  }

  /// Records a change of which nobody tells: the clock's.
  mutating func pass(to instant: Timestamp, _ note: String) { change(nil, at: instant, note) }

  mutating func change(_ word: Life.Word?, at instant: Timestamp, _ note: String) {
    now = max(now, instant)
    life.changes.append(
      Life.Change(
        at: instant, key: key, word: word, note: note, truth: truth, record: .play(record)))
  }

  // MARK: Chance

  /// An instant inside an interval, an hour away from both ends; `nil` where there is no room.
  mutating func instant(after start: Timestamp, before end: Timestamp) -> Timestamp? {
    let (from, to) = (start.milliseconds + 3_600_000, end.milliseconds - 3_600_000)
    guard from < to else { return nil }
    return Timestamp(milliseconds: Int64.random(in: from...to, using: &random) / 1000 * 1000)
  }

  /// A few seconds.
  mutating func seconds() -> Duration { .seconds(Int64.random(in: 1...20, using: &random)) }

  /// A product that the user has not had yet.
  mutating func nextPlan() -> StorePlan {
    productCount += 1
    return StorePlan.any(&random, store: .googlePlay, number: productCount)
  }

  // MARK: Periods

  /// A first payment that arrives later, or never (RTDN 20).
  private mutating func awaitPayment() {
    begin(record.plan, at: now)
    record.state = "PENDING"
    (truth.state, truth.access, truth.paidThrough) = (.pending, false, nil)
    let isGivenUp = random.happens(40)
    pass(to: now, "awaits its first payment")
    guard isGivenUp else {
      now = now + .hours(Int.random(in: 2...50, using: &random))
      return
    }
    truth.finish(.other, at: now + .hours(40))
    (record.state, record.autoRenew) = ("PENDING_PURCHASE_CANCELED", false)
    tell(20, at: now + .hours(40), "is given up")
    isOver = true
  }

  /// Buys under a new token without a link, at the base price or with an offer.
  mutating func buy(_ plan: StorePlan, at instant: Timestamp) {
    isOver = false
    begin(plan, at: instant)
    offers = []
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: break
    case ..<78:
      let trial = random.pick(["P3D", "P1W", "P1W", "P2W", "P1M"])
      record.offerID = "trial"
      offers = [offer(.freeTrial, trial, Money(micros: 0, currency: plan.price.currency))]
      if random.happens(20) { offers.append(half(of: plan)) }
    default:
      record.offerID = "intro"
      if plan.period == BillingPeriod(1, .month), random.happens(50) {
        // One price for the whole offer, paid ahead.
        offers = [offer(.introductory, random.pick(["P2M", "P3M"]), plan.price)]
      } else {
        offers = Array(repeating: half(of: plan), count: Int.random(in: 1...3, using: &random))
      }
    }
    let isPlainPurchase = offers.isEmpty
    startPeriod(at: instant)
    truth.isPlanProven = plan.isPlain || (isPlainPurchase && isProvable(from: instant))
    let offer = record.offerID.map { " " + $0 } ?? ""
    tell(4, at: instant, "buys \(plan.product) \(plan.period)" + offer)
  }

  /// Begins a token.
  mutating func begin(_ plan: StorePlan, at instant: Timestamp) {
    record = PlayRecord(
      token: "token-\(life.seed)-\(key)", account: "user-\(life.seed)", plan: plan,
      startTime: instant, expiryTime: instant,
      orderBase: "GPA.3300-\(life.seed)-0000-\(10000 + key)",
      statesPhase: random.happens(70), price: plan.price)
    truth = Truth(
      state: .active, access: true, autoRenew: true, product: plan.product, plan: plan.period,
      isPlanProven: plan.isPlain, price: plan.price)
    toldBaseExpiry = nil
  }

  private func offer(_ phase: PlayRecord.Phase, _ period: String, _ price: Money) -> OfferPeriod {
    OfferPeriod(
      phase: phase, period: BillingPeriod(iso8601: period) ?? BillingPeriod(1, .week), price: price)
  }

  private func half(of plan: StorePlan) -> OfferPeriod {
    OfferPeriod(
      phase: .introductory, period: plan.period,
      price: Money(micros: plan.price.micros / 2, currency: plan.price.currency))
  }

  /// Whether what the store states tells the base phase from those of an offer.
  var tellsBase: Bool { record.statesPhase || record.offerID == nil }

  /// Whether the dates of a period in the base phase prove it: Google sells four weeks as well, to
  /// which a month of 28 or 29 days fits.
  func isProvable(from start: Timestamp) -> Bool {
    record.plan.period != BillingPeriod(1, .month) || record.expiryTime - start > .days(29)
  }

  /// Begins the next paid period, of the offer or of the base plan.
  mutating func startPeriod(at instant: Timestamp) {
    let before = toldBaseExpiry
    if offers.isEmpty {
      (record.phase, truth.phase) = (.base, .base)
      record.expiryTime = StoreCalendar.end(of: record.plan.period, from: instant)
      if before == instant, tellsBase, isProvable(from: instant) { truth.isPlanProven = true }
      toldBaseExpiry = record.expiryTime
    } else {
      let offer = offers.removeFirst()
      record.phase = offer.phase
      truth.phase =
        offer.phase == .freeTrial ? .trial : .offer(price: offer.price, period: offer.period)
      record.expiryTime = StoreCalendar.end(of: offer.period, from: instant)
      toldBaseExpiry = nil
    }
    (record.state, record.autoRenew, record.canceled) = ("ACTIVE", true, nil)
    record.resumesAt = nil
    truth.isPhaseStated = record.statesPhase
    truth.pay(through: record.expiryTime)
  }

  /// What happens within a period, and what becomes of its renewal.
  private mutating func livePeriod() {
    let end = record.expiryTime
    if let instant = instant(after: now, before: end) {
      happen(at: instant)
    }
    guard !isOver, record.expiryTime < horizon else {
      now = max(now, horizon)
      return
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<66: renew()
    default: fail()
    }
  }

  /// Renews at the date, or some hours later within the silent day.
  mutating func renew() {
    let due = record.expiryTime
    let delay: Duration = random.pick([
      .seconds(4), .seconds(40), .minutes(30), .hours(5), .hours(20),
    ])
    truth.state = .renewalPending
    truth.accessUntil = nil
    pass(to: due, "renewal due")
    record.order += 1
    record.paidOrder = record.order
    applyPriceChange()
    startPeriod(at: due)
    tell(2, at: due + delay, "renews through \(record.expiryTime.rfc3339)")
  }

  private mutating func applyPriceChange() {
    guard let change = record.priceChange, change.state == "CONFIRMED" else { return }
    record.priceChange?.state = "APPLIED"
    record.price = change.price
    record.plan.price = change.price
    truth.price = change.price
  }
}
