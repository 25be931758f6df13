import SeededNumbers
import SubscriptionCore

/// A user of the App Store, by the rules of Apple's documentation and of observed payloads.
struct AppStoreLife {
  var life: Life
  var random: SeededNumbers
  var record: AppStoreRecord
  var truth: Truth
  var plan: StorePlan
  /// The plan that takes over at the next renewal.
  var nextPlan: StorePlan?
  var now: Timestamp
  let horizon: Timestamp
  /// The app's billing grace setting in days; 0 when it is off.
  let graceDays: Int
  /// Whether the setting leaves out who never paid.
  let gracePaidOnly: Bool
  /// The payments of an offer that are still to come.
  var offers: [AppStoreTransaction.Offer] = []
  var isOver = false
  private var productCount = 0

  init(seed: UInt64) {
    life = Life(store: .appStore, seed: seed)
    random = SeededNumbers(seed: seed)
    now = Timestamp(seconds: 1_764_547_200 + Int64.random(in: 0..<31_000_000, using: &random))
    if random.happens(25) {
      now = Timestamp(seconds: 1_769_644_800 + Int64.random(in: 0..<259_200, using: &random))
    }
    horizon = now + .days(Int.random(in: 40...420, using: &random))
    graceDays = random.pick([0, 0, 3, 16, 16, 28])
    gracePaidOnly = random.happens(20)
    plan = StorePlan.any(&random, store: .appStore, graceDays: graceDays, number: 0)
    record = AppStoreRecord(
      original: "7\(seed)0000", account: "00000000-0000-4000-8000-\(100_000_000_000 + seed)",
      isFamilyShared: random.happens(8), nextProduct: plan.product, renewalPrice: plan.price)
    truth = Truth(
      state: .active, access: true, autoRenew: true, product: plan.product, plan: plan.period,
      price: plan.price, isFamilyShared: record.isFamilyShared)
  }

  /// Lives until the horizon, or until nothing renews any more.
  mutating func live() {
    buy()
    var rounds = 0
    while rounds < 14, now < horizon {
      rounds += 1
      if isOver {
        guard random.happens(45) else { break }
        resubscribe()
      }
      livePeriod()
    }
    life.changes.sort { $0.at < $1.at }
  }

  // MARK: Telling

  /// Records a change of which a notification tells.
  mutating func tell(
    _ type: String, _ subtype: String? = nil, transaction: Int? = nil, at instant: Timestamp,
    _ note: String
  ) {
    change(.notification(type, subtype, transaction: transaction), at: instant, note)
  }

  /// Records a change of which nobody tells: the clock's.
  mutating func pass(to instant: Timestamp, _ note: String) { change(nil, at: instant, note) }

  private mutating func change(_ word: Life.Word?, at instant: Timestamp, _ note: String) {
    now = max(now, instant)
    life.changes.append(
      Life.Change(
        at: instant, key: 0, word: word, note: note, truth: truth, record: .appStore(record)))
  }

  // MARK: Chance

  /// An instant inside an interval, an hour away from both ends; `nil` where there is no room.
  mutating func instant(after start: Timestamp, before end: Timestamp) -> Timestamp? {
    let (from, to) = (start.milliseconds + 3_600_000, end.milliseconds - 3_600_000)
    guard from < to else { return nil }
    return Timestamp(milliseconds: Int64.random(in: from...to, using: &random) / 1000 * 1000)
  }

  /// A product that the user has not had yet.
  mutating func anotherPlan() -> StorePlan {
    productCount += 1
    return StorePlan.any(&random, store: .appStore, graceDays: graceDays, number: productCount)
  }

  // MARK: Payments

  /// The first purchase, with an introductory offer or without.
  private mutating func buy() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45: break
    case ..<72:
      let period = BillingPeriod(iso8601: random.pick(["P3D", "P1W", "P1W", "P2W", "P1M"]))
      offers = [offer(1, "FREE_TRIAL", period ?? plan.period, micros: 0)]
    case ..<88:
      offers = Array(
        repeating: offer(1, "PAY_AS_YOU_GO", plan.period, micros: plan.price.micros / 2),
        count: Int.random(in: 1...3, using: &random))
    default:
      let period = BillingPeriod(iso8601: random.pick(["P2M", "P3M", "P6M"])) ?? plan.period
      offers = [offer(1, "PAY_UP_FRONT", period, micros: plan.price.micros)]
    }
    pay(from: now, purchasedAt: now, isPurchase: true)
    tell("SUBSCRIBED", "INITIAL_BUY", at: now, "buys \(plan.product) \(plan.period)" + offerNote)
  }

  /// Bought again under the same identifier.
  private mutating func resubscribe() {
    isOver = false
    let instant = now + .hours(Int.random(in: 12...900, using: &random))
    if random.happens(40) { plan = anotherPlan() }
    nextPlan = nil
    offers = []
    if random.happens(15) {
      offers = [offer(4, "PAY_AS_YOU_GO", plan.period, micros: plan.price.micros / 2)]
    }
    pay(from: instant, purchasedAt: instant, isPurchase: true)
    tell("SUBSCRIBED", "RESUBSCRIBE", at: instant, "buys again \(plan.product) \(plan.period)")
  }

  func offer(
    _ type: Int64, _ discount: String, _ period: BillingPeriod, micros: Int64
  ) -> AppStoreTransaction.Offer {
    AppStoreTransaction.Offer(
      type: type, discount: discount, period: period,
      price: Money(micros: micros / 1000 * 1000, currency: plan.price.currency))
  }

  private var offerNote: String {
    record.latest?.offer.map { " \($0.discount) \($0.period)" } ?? ""
  }

  /// A payment for the period that begins at an instant.
  mutating func pay(from start: Timestamp, purchasedAt: Timestamp, isPurchase: Bool) {
    if truth.product != plan.product { (truth.isPlanProven, truth.isDateMoved) = (false, false) }
    let offer = offers.isEmpty ? nil : offers.removeFirst()
    let expires = StoreCalendar.end(of: offer?.period ?? plan.period, from: start)
    let number = record.transactions.count
    record.transactions.append(
      AppStoreTransaction(
        id: number == 0 ? record.original : "7\(life.seed)\(1000 + number)",
        line: "5\(life.seed)\(1000 + number)", product: plan.product, purchaseDate: purchasedAt,
        expiresDate: expires, price: offer?.price ?? plan.price, offer: offer,
        isPurchase: isPurchase))
    (record.autoRenew, record.intent, record.inRetry, record.graceEnds) = (true, nil, nil, nil)
    (record.status, record.consent, record.hidesGraceEnd) = (1, nil, false)
    record.nextProduct = plan.product
    record.renewalPrice = offers.first?.price ?? plan.price
    (truth.product, truth.plan, truth.price) = (plan.product, plan.period, plan.price)
    truth.nextProduct = nil
    // Paid late with the date kept, the dates of the transaction are no period apart.
    if purchasedAt != start { truth.isDateMoved = true }
    switch offer?.discount {
    case "FREE_TRIAL": truth.phase = .trial
    case nil:
      truth.phase = .base
      if purchasedAt == start { truth.isPlanProven = true }
    default:
      truth.phase = .offer(
        price: offer?.price ?? plan.price, period: offer?.period ?? plan.period)
    }
    truth.pay(through: expires)
  }

  // MARK: Periods

  private var expires: Timestamp { record.latest?.expiresDate ?? now }

  /// What happens within a period, and what becomes of its renewal.
  private mutating func livePeriod() {
    if let instant = instant(after: now, before: expires) { happen(at: instant) }
    guard !isOver, expires < horizon else {
      now = max(now, horizon)
      return
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<64: renew()
    case ..<67: leaveSale()
    default: fail()
    }
  }

  /// Renews at the date, within the day before it, or some hours late.
  private mutating func renew() {
    let due = expires
    let delay: Duration = random.pick([
      .seconds(10), .seconds(10), .minutes(20), .hours(6), .zero - .hours(3), .zero - .hours(20),
    ])
    if delay > .zero {
      truth.state = .renewalPending
      truth.accessUntil = nil
      pass(to: due, "renewal due")
    }
    takeOverNextPlan()
    pay(from: due, purchasedAt: due, isPurchase: false)
    let told = max(now + .seconds(60), due + delay)
    tell("DID_RENEW", at: told, "renews through \(expires.rfc3339)")
    now = max(now, due)
  }

  /// The product chosen for the next renewal takes its place.
  mutating func takeOverNextPlan() {
    guard let next = nextPlan else { return }
    plan = next
    nextPlan = nil
    offers = []
  }

  /// The product is not for sale when it would renew.
  private mutating func leaveSale() {
    let due = expires
    truth.finish(.productUnavailable, at: due)
    (record.status, record.autoRenew, record.intent, record.inRetry) = (2, false, 4, false)
    tell("EXPIRED", "PRODUCT_NOT_FOR_SALE", at: due + .seconds(5), "not for sale any more")
    isOver = true
  }
}
