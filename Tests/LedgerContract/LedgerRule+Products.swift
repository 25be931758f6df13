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
      for (old, new) in zip(before, after) where old.product != failing.product {
        try require(new, equals: old, "another product's row")
      }
      try require(try ledger.rebuild(check: true), equals: [])
      try require(try ledger.verify(), equals: [])
      try ledger.updateProducts { $0.forget(.file) }
      try require(try allRows(of: ledger), equals: before)
    },
  ]

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
