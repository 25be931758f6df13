import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let productRules = [
    LedgerRule(45, "The product catalogue is kept, changed whole and part of the policy") { make in
      let ledger = try make()
      let configured = ledger.policy
      try require(try ledger.products(), equals: .empty)
      let update = try ledger.updateProducts { catalogue in
        catalogue.take(statements(holdDays: 12), at: SampleWorld.middle)
      }
      try require(update, equals: ProductUpdate(products: 3, subscribers: 0))
      let stored = try ledger.products()
      try require(stored.statements.map(\.fact), equals: statements(holdDays: 12).map(\.fact))
      try require(
        ledger.policy.products, equals: stored.overlaid(by: configured.products), "the policy's")
      let again = try ledger.updateProducts { catalogue in
        catalogue.take(statements(holdDays: 12), at: SampleWorld.middle + .days(1))
      }
      try require(again, equals: ProductUpdate())
      try ledger.updateProducts { $0.forget(.file) }
      try require(try ledger.products(), equals: .empty)
      try require(ledger.policy, equals: configured)
    },
    LedgerRule(46, "Rows follow a changed catalogue, those of other products excepted") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 46, subscriptions: 80)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let before = try allRows(of: ledger)
      guard
        let failing = before.first(where: { row in
          row.store == .googlePlay && row.status.state == .hold
            && row.environment == .production
        })
      else { throw BrokenRule(description: "the world has nobody on hold") }
      let key = ProductKey(store: .googlePlay, product: failing.product)
      let update = try ledger.updateProducts { catalogue in
        catalogue.take(
          [CatalogueStatement(.holdDays(59), of: key, source: .file)], at: SampleWorld.middle)
      }
      let after = try allRows(of: ledger)
      let concerned = before.count { $0.product == failing.product && $0.store == .googlePlay }
      try require(update.products, equals: 1)
      try require(update.subscribers >= concerned, "every subscriber of the product is derived")
      try require(
        try ledger.summary(failing.id)?.status.retryEnds != failing.status.retryEnds,
        "the end of hold follows the setting")
      for (old, new) in zip(before, after)
      where old.product != failing.product && !old.otherProducts.contains(failing.product) {
        try require(new, equals: old, "another product's row")
      }
      try require(try ledger.rebuild(check: true), equals: [])
      try require(try ledger.verify(), equals: [])
      try ledger.updateProducts { $0.forget(.file) }
      try require(try allRows(of: ledger), equals: before)
    },
    LedgerRule(110, "Rows follow what a changed catalogue says of a chosen product") { make in
      let failedAt = SampleWorld.middle - .days(90)
      for isOver in [false, true] {
        let ledger = try make()
        let now = failedAt + .days(isOver ? 61 : 5)
        try ledger.append(failedDowngrade(failedAt, isOver: isOver), now: now)
        let before = try allRows(of: ledger)
        let silver = ProductKey(store: .appStore, product: "Silver")
        let update = try ledger.updateProducts { catalogue in
          catalogue.take(
            [CatalogueStatement(.period(.monthly), of: silver, source: .file)], at: now)
        }
        try require(update, equals: ProductUpdate(products: 1, subscribers: 1))
        let row = try allRows(of: ledger)[0]
        try require(row.product, equals: "gold")
        try require(row.episodes.map(\.plan), equals: [.monthly])
        try require(before[0].episodes.map(\.plan), equals: [nil])
        if !isOver { try require(row.mrr, equals: Money(micros: 4_990_000, currency: "USD")) }
        try require(try ledger.rebuild(check: true), equals: [])
        try ledger.updateProducts { $0.forget(.file) }
        try require(try allRows(of: ledger), equals: before)
        try require(try ledger.rebuild(check: true), equals: [])
      }
    },
  ]

  /// A subscription whose renewal, as a cheaper product that the user chose, is declined.
  private static func failedDowngrade(_ failedAt: Timestamp, isOver: Bool) -> [LedgerEntry] {
    func entry(_ kind: EventKind, _ at: Timestamp, _ status: StatedStatus) -> LedgerEntry {
      let name = "downgrade-\(kind)"
      var facts = StoreFacts()
      (facts.originalTransactionID, facts.transactionID) = ("downgrade", "downgrade")
      (facts.environment, facts.product, facts.status) = (.production, "gold", status)
      (facts.purchasedAt, facts.expiresAt) = (failedAt - .days(31), failedAt)
      facts.price = Money(micros: 9_990_000, currency: "USD")
      if kind != .purchased {
        facts.nextProduct = "Silver"
        facts.renewalPrice = Money(micros: 4_990_000, currency: "USD")
      }
      facts.autoRenew = status != .expired
      let event = SubscriptionEvent(
        id: EventID(name), kind: kind, subscription: "as_downgrade", effectiveAt: at,
        statedAt: at, recordedAt: at, source: .appStoreNotification, verification: .verified,
        facts: facts)
      return LedgerEntry(
        identity: name, format: "sample", raw: [], receivedAt: at, verification: .verified,
        events: [event])
    }
    return [
      entry(.purchased, failedAt - .days(31), .active), entry(.billingFailed, failedAt, .hold),
    ] + (isOver ? [entry(.expired, failedAt + .days(60), .expired)] : [])
  }

  private static func statements(holdDays: Int) -> [CatalogueStatement] {
    let gold = ProductKey(
      store: .googlePlay, app: "com.example", product: "gold", basePlan: "monthly")
    let setting = AppStoreGraceSetting(length: .sixteenDays, inSandbox: true)
    return [
      CatalogueStatement(
        .appStoreGrace(setting), of: ProductKey(store: .appStore, app: "com.example", product: ""),
        source: .file),
      CatalogueStatement(
        .name("Gold"), of: ProductKey(store: .appStore, product: "gold"), source: .file),
      CatalogueStatement(.period(.monthly), of: gold, source: .file),
      CatalogueStatement(.holdDays(holdDays), of: gold, source: .file),
      CatalogueStatement(
        .price(country: "JP", Money(micros: 480_000_000, currency: "JPY")), of: gold,
        source: .file),
    ]
  }
}
