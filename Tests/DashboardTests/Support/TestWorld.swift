import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI

@testable import Dashboard

/// A small world of subscribers at a fixed present, told event by event.
struct TestWorld {
  /// The present: 20 November 2025, 17:42.
  static let now = time("2025-11-20T17:42:00Z")

  let ledger: any Ledger
  /// What will be told, in order.
  private(set) var entries: [LedgerEntry] = []

  /// What the entries told from now on are made of.
  var raw: [UInt8] = []

  /// How late what is told from now on is heard.
  var late = Duration.seconds(2)

  /// A world of which nothing was told yet.
  init(policy: ChurnPolicy = .standard) { ledger = MemoryLedger(policy: policy) }

  /// A world that was told everything.
  init(policy: ChurnPolicy = .standard, _ build: (inout TestWorld) -> Void) throws {
    self.init(policy: policy)
    build(&self)
    _ = try ledger.append(entries, now: Self.now)
    try ledger.advance(to: Self.now)
  }

  /// The world that golden frames are drawn from.
  static func usual() throws -> TestWorld {
    try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.grace("as_2000000900000003", "acc-3", failed: "2025-11-18", ends: "2025-11-21")
      world.hold("gp_0a1b2c3d4e5f6071", "acc-4", failed: "2025-10-21", holdFrom: "2025-10-24")
      world.hold("gp_0a1b2c3d4e5f6072", "acc-5", failed: "2025-11-19", holdFrom: "2025-11-20")
      world.canceled("as_2000000900000006", "acc-6", "2025-11-04")
      world.expired("as_2000000900000007", "acc-7", "2025-10-10")
      world.refunded("gp_0a1b2c3d4e5f6078", "acc-8", "2025-11-15")
      world.paused("gp_0a1b2c3d4e5f6079", "acc-9", "2025-11-08")
      world.shown("as_2000000900000002", at: "2025-11-14T10:00:00Z")
    }.withProfiles()
  }

  /// Profiles with a Latin, a Chinese and an accented name.
  func withProfiles() throws -> TestWorld {
    let names = [
      "Jo Lindqvist", "Ada Okafor", "Ben Achebe", "田中 美恵", "R. Castellano", "Sam Doyle",
      "P. Marchetti", "K. Sørensen", "T. Nguyễn",
    ]
    try ledger.putProfiles(
      names.enumerated().map { index, name in
        AccountProfile(
          account: AccountID("acc-\(index + 1)"), name: name,
          email: "user\(index + 1)@example.com", tags: index == 1 ? ["vip"] : [])
      })
    return self
  }

  static func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .epoch }

  // MARK: Lives

  mutating func active(
    _ id: SubscriptionID, _ account: AccountID, _ day: String, _ plan: String, months: Int
  ) {
    let paid = Self.time(day)
    let end = (BillingPeriod(iso8601: plan) ?? .monthly).after(paid)
    let first = paid - .days(30 * months)
    tell(id, .purchased, first, account) { $0.expiresAt = paid }
    tell(id, .renewed, paid, account) { $0.expiresAt = end }
  }

  mutating func grace(
    _ id: SubscriptionID, _ account: AccountID, failed: String, ends: String
  ) {
    let failedAt = Self.time(failed)
    tell(id, .purchased, failedAt - .days(61), account) { $0.expiresAt = failedAt - .days(30) }
    tell(id, .renewed, failedAt - .days(30), account) { $0.expiresAt = failedAt }
    tell(id, .billingFailed, failedAt, account, name: "DID_FAIL_TO_RENEW/GRACE_PERIOD") {
      $0.expiresAt = failedAt
      $0.graceEndsAt = Self.time(ends)
      $0.status = .grace
      $0.inBillingRetry = true
    }
  }

  mutating func hold(
    _ id: SubscriptionID, _ account: AccountID, failed: String, holdFrom: String
  ) {
    let failedAt = Self.time(failed)
    let from = Self.time(holdFrom)
    tell(id, .purchased, failedAt - .days(30), account) { $0.expiresAt = failedAt }
    tell(id, .billingFailed, failedAt, account, name: "SUBSCRIPTION_IN_GRACE_PERIOD") {
      $0.status = .grace
      $0.graceEndsAt = from
      $0.expiresAt = from
    }
    tell(id, .holdStarted, from, account, name: "SUBSCRIPTION_ON_HOLD") { $0.status = .hold }
  }

  mutating func canceled(_ id: SubscriptionID, _ account: AccountID, _ day: String) {
    let paid = Self.time(day)
    tell(id, .purchased, paid, account) { $0.expiresAt = paid + .days(30) }
    tell(id, .autoRenewDisabled, paid + .days(5), account) {
      $0.autoRenew = false
      $0.expiresAt = paid + .days(30)
    }
  }

  mutating func expired(_ id: SubscriptionID, _ account: AccountID, _ day: String) {
    let end = Self.time(day)
    tell(id, .purchased, end - .days(30), account) { $0.expiresAt = end }
    tell(id, .expired, end, account, name: "EXPIRED/VOLUNTARY") {
      $0.expiresAt = end
      $0.endReason = .voluntary
      $0.status = .expired
    }
  }

  mutating func refunded(_ id: SubscriptionID, _ account: AccountID, _ day: String) {
    let at = Self.time(day)
    tell(id, .purchased, at - .days(10), account) { $0.expiresAt = at + .days(20) }
    tell(id, .refunded, at, account, name: "SUBSCRIPTION_REVOKED") { $0.revokedAt = at }
  }

  mutating func paused(_ id: SubscriptionID, _ account: AccountID, _ day: String) {
    let at = Self.time(day)
    tell(id, .purchased, at - .days(30), account) { $0.expiresAt = at }
    tell(id, .paused, at, account, name: "SUBSCRIPTION_PAUSED") {
      $0.status = .paused
      $0.resumesAt = at + .days(30)
    }
  }

  mutating func shown(_ id: SubscriptionID, at: String) {
    act(id, .promptShown, at, SubscriptionEvent.Action(actor: "app", step: 2))
  }

  mutating func act(
    _ id: SubscriptionID, _ kind: EventKind, _ at: String, _ action: SubscriptionEvent.Action
  ) {
    let instant = Self.time(at)
    let number = entries.count + 1
    let event = SubscriptionEvent(
      id: EventID("action:\(number)"), kind: kind, subscription: id, effectiveAt: instant,
      statedAt: instant, recordedAt: instant, source: .operatorAction, verification: .unsigned,
      action: action)
    add(event, number)
  }

  mutating func tell(
    _ id: SubscriptionID, _ kind: EventKind, _ at: Timestamp, _ account: AccountID,
    name: String = "", environment: StoreEnvironment = .production,
    _ state: (inout StoreFacts) -> Void = { _ in }
  ) {
    let isApple = id.rawValue.hasPrefix("as_")
    var facts = StoreFacts()
    facts.account = account
    facts.environment = environment
    facts.product = "pro.monthly"
    facts.period = .monthly
    facts.price = Money(micros: 6_990_000, currency: "EUR")
    facts.autoRenew = true
    if isApple { facts.originalTransactionID = String(id.rawValue.dropFirst(3)) }
    state(&facts)
    let number = entries.count + 1
    let event = SubscriptionEvent(
      id: EventID("event:\(number)"), kind: kind, subscription: id, effectiveAt: at,
      statedAt: at, recordedAt: at + late,
      source: isApple ? .appStoreNotification : .googlePlayNotification,
      verification: isApple ? .verified : .unsigned, storeName: name, facts: facts)
    add(event, number)
  }

  private mutating func add(_ event: SubscriptionEvent, _ number: Int) {
    entries.append(
      LedgerEntry(
        identity: "entry:\(number)", format: "test", raw: raw, receivedAt: event.recordedAt,
        verification: event.verification, events: [event]))
  }

  // MARK: Pictures

  func settings(glyphs: GlyphSet = .unicode, isReadOnly: Bool = false) -> DashboardSettings {
    var settings = DashboardSettings(
      ledgerName: "prod-eu", isReadOnly: isReadOnly, glyphs: glyphs, masksPersonalData: false,
      actor: "mira")
    // A store says something of these few people every few days.
    settings.silenceMax = .days(90)
    return settings
  }

  func renderer(glyphs: GlyphSet = .unicode) -> ScreenRenderer {
    ScreenRenderer(
      ledger: ledger, policy: .standard, settings: settings(glyphs: glyphs), machineNow: Self.now)
  }

  func frame(
    _ screen: Screen, _ width: Int, _ height: Int, glyphs: GlyphSet = .unicode,
    subscription: SubscriptionID? = nil
  ) throws -> Frame {
    try renderer(glyphs: glyphs).frame(
      screen, size: Size(width: width, height: height), subscription: subscription)
  }
}

extension ScreenRenderer {
  /// The picture of a screen.
  func frame(
    _ screen: Screen, size: Size, subscription: SubscriptionID? = nil
  ) throws(LedgerError) -> Frame {
    DashboardView(model: try model(screen, size: size, subscription: subscription))
      .frame(size: size)
  }

  /// The sentences of a screen.
  func text(
    _ screen: Screen, subscription: SubscriptionID? = nil, filter: String = ""
  ) throws(LedgerError) -> [String] {
    let size = Size(width: 120, height: 100)
    return ScreenText(
      model: try model(screen, size: size, subscription: subscription, filter: filter)
    ).describe()
  }
}
