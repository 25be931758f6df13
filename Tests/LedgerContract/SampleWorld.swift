import EventLedger
import SeededNumbers
import SubscriptionCore

/// Random entries about a number of subscriptions of both stores, in every state, some of one
/// account, some outside production, with repeats and late arrivals.
public struct SampleWorld {
  /// The middle of the world's time.
  public static let middle = Timestamp(seconds: 1_760_054_400)

  /// The entries, in an order of arrival.
  public private(set) var entries: [LedgerEntry] = []
  /// What the app told about some accounts.
  public private(set) var profiles: [AccountProfile] = []
  private var numbers: SeededNumbers
  private var serial = 0

  /// Makes a world.
  public init(seed: UInt64, subscriptions count: Int) {
    numbers = SeededNumbers(seed: seed)
    for index in 0..<count { addSubscription(index, of: count) }
    entries.shuffle(using: &numbers)
    makeProfiles(count)
  }

  /// The subscriptions.
  public var ids: Set<SubscriptionID> { Set(entries.flatMap(\.events).map(\.subscription)) }

  // MARK: Subscriptions

  private mutating func addSubscription(_ index: Int, of count: Int) {
    let store: Store = numbers.happens(50) ? .appStore : .googlePlay
    let id = SubscriptionID((store == .appStore ? "as_" : "gp_") + "\(1000 + index)")
    var base = StoreFacts()
    base.environment = numbers.happens(85) ? .production : numbers.pick(StoreEnvironment.allCases)
    base.app = numbers.happens(90) ? "com.example.App" : nil
    base.account =
      numbers.happens(85)
      ? AccountID("User-\(Int.random(in: 0..<max(1, count * 2 / 3), using: &numbers))") : nil
    base.product = numbers.pick(["pro.monthly", "Pro.Yearly", "team", "ÜBER.plan"])
    base.period = numbers.pick([.monthly, .yearly, .weekly, BillingPeriod(3, .month), nil])
    base.country = numbers.pick(["JPN", "DE", nil])
    if numbers.happens(80) {
      base.price = Money(
        micros: Int64.random(in: 1...60, using: &numbers) * 990_000,
        currency: numbers.pick(["EUR", "JPY", "usd"]))
    }
    if store == .appStore {
      base.originalTransactionID = "2000000\(index)"
    } else {
      base.purchaseToken = "token-\(index)-abcdefghijklmnop"
      base.orderID = "GPA.33\(10 + index % 90)-\(1000 + index * 7)-\(9000 - index)-\(12345 + index)"
      if numbers.happens(80) { base.orderID? += "..4" }
    }
    var at = SampleWorld.middle - .days(Int.random(in: 1...200, using: &numbers))
    for step in 0..<Int.random(in: 1...7, using: &numbers) {
      at = at + .hours(Int.random(in: 1...900, using: &numbers))
      addEntry(id, store, base, at: at, first: step == 0)
    }
  }

  private mutating func addEntry(
    _ id: SubscriptionID, _ store: Store, _ base: StoreFacts, at: Timestamp, first: Bool
  ) {
    var events = [event(id, store, base, at: at, first: first)]
    if numbers.happens(15) { events.append(action(id, at: at + .minutes(30))) }
    if numbers.happens(10) {
      events.append(event(id, store, base, at: at + .seconds(1), first: false))
    }
    append(events, at: at)
    // The same statement once more, in another payload.
    if numbers.happens(10) { append([events[0]], at: at) }
    if numbers.happens(5) { append([], at: at) }
  }

  private mutating func append(_ events: [SubscriptionEvent], at: Timestamp) {
    serial += 1
    entries.append(
      LedgerEntry(
        identity: "entry-\(serial)", format: "sample",
        raw: Array(
          "{\"n\":\(serial),\"of\":\"\(events.first?.facts.account?.rawValue ?? "")\"}".utf8),
        receivedAt: at, verification: numbers.pick(Verification.allCases),
        hasUnknown: numbers.happens(3), events: events))
  }

  private mutating func event(
    _ id: SubscriptionID, _ store: Store, _ base: StoreFacts, at: Timestamp, first: Bool
  ) -> SubscriptionEvent {
    serial += 1
    var facts = base
    facts.transactionID = "tx\(serial)"
    facts.startedAt = first ? at : nil
    facts.purchasedAt = at
    facts.expiresAt = at + .days(Int.random(in: -5...45, using: &numbers))
    facts.autoRenew = numbers.pick([true, true, false, nil])
    let storeKinds = EventKind.allCases.filter { !$0.isAction }
    let kind: EventKind =
      first ? .purchased : numbers.happens(40) ? .snapshot : numbers.pick(storeKinds)
    if kind == .snapshot || numbers.happens(30) {
      facts.status = numbers.pick(StatedStatus.allCases)
      if facts.status == .grace { facts.graceEndsAt = facts.expiresAt.map { $0 + .days(16) } }
      if facts.status == .paused { facts.resumesAt = at + .days(30) }
      if facts.status == .expired { facts.endReason = numbers.pick(EndReason.allCases) }
    }
    if numbers.happens(10) { facts.priceConsentPending = numbers.happens(50) }
    if numbers.happens(5) { facts.familyShared = true }
    return SubscriptionEvent(
      id: EventID("event-\(serial)"), kind: kind, subscription: id, effectiveAt: at,
      statedAt: at, recordedAt: at + .seconds(Int64.random(in: 0...7_200, using: &numbers)),
      source: store == .appStore ? .appStoreNotification : .googlePlaySubscription,
      verification: .verified, storeName: "SAMPLE", facts: facts)
  }

  private mutating func action(_ id: SubscriptionID, at: Timestamp) -> SubscriptionEvent {
    serial += 1
    let kind = numbers.pick(
      [
        .promptShown, .promptSnoozed, .promptSuppressed, .noted, .claimed, .refreshRequested,
      ] as [EventKind])
    return SubscriptionEvent(
      id: EventID("action-\(serial)"), kind: kind, subscription: id, effectiveAt: at,
      statedAt: at, recordedAt: at, source: .operatorAction, verification: .unsigned,
      action: SubscriptionEvent.Action(
        actor: numbers.pick(["Mei", "ops"]), step: kind == .promptShown ? 2 : nil,
        until: kind == .promptSnoozed || kind == .claimed ? at + .days(90) : nil,
        text: kind == .noted ? "called" : nil))
  }

  // MARK: Profiles

  private mutating func makeProfiles(_ count: Int) {
    for index in 0..<count where numbers.happens(60) {
      profiles.append(
        AccountProfile(
          account: AccountID("User-\(index)"),
          name: numbers.pick(["Ada Okafor", "山田太郎", "İpek Şen", "J. Lindqvist", ""]),
          email: numbers.happens(70) ? "User\(index)@Example.com" : "",
          tags: numbers.pick([[], ["VIP"], ["beta", "vip"], ["Ärger"]]),
          timezone: numbers.pick(["Asia/Tokyo", ""])))
    }
  }
}
