import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let orderRules = [
    LedgerRule(47, "A request about an order is kept once, replaced, told in order, dropped") {
      make in
      let ledger = try make()
      let now = SampleWorld.middle
      func order(_ text: String) throws -> AppStoreOrderID {
        guard let order = AppStoreOrderID(text) else {
          throw BrokenRule(description: "\(text) is no order")
        }
        return order
      }
      let (first, second) = (try order("MK5TTTVWJH"), try order("MVX0123456"))
      try require(try ledger.orderLookup(first), equals: nil)
      try require(try ledger.openOrderLookups(limit: 9), equals: [])
      var late = OrderLookup(first, requestedAt: now, actor: "m\u{E9}i \"x\"")
      let early = OrderLookup(second, requestedAt: now - .minutes(1), actor: "")
      try ledger.putOrderLookup(late)
      try ledger.putOrderLookup(early)
      try require(try ledger.openOrderLookups(limit: 9), equals: [early, late])
      try require(try ledger.openOrderLookups(limit: 1), equals: [early])
      try require(try ledger.openOrderLookups(limit: 0), equals: [])
      for outcome in OrderLookup.Outcome.allCases {
        late.outcome = outcome
        (late.toldAt, late.detail) = (now + .seconds(2), "because")
        try ledger.putOrderLookup(late)
        try require(try ledger.orderLookup(first), equals: late)
        let isOpen = outcome == .waiting
        try require(
          try ledger.openOrderLookups(limit: 9), equals: isOpen ? [early, late] : [early])
      }
      _ = try ledger.erase("nobody", actor: "ops", now: now)
      try require(try ledger.orderLookup(first), equals: nil, "answers go with an erasure")
      try ledger.putOrderLookup(late)
      try ledger.dropOrderLookup(first)
      try ledger.dropOrderLookup(first)
      try require(try ledger.orderLookup(first), equals: nil)
      try require(try ledger.orderLookup(second), equals: early)
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(48, "An order is asked for once, and again only when its answer is old") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      guard let order = AppStoreOrderID("MK5TTTVWJH") else { return }
      let asked = OrderLookup(order, requestedAt: now, actor: "mei")
      try require(try ledger.lookUp(order, actor: "mei", now: now), equals: .lookup(asked))
      try require(
        try ledger.lookUp(order, actor: "ada", now: now + .days(9)), equals: .lookup(asked))
      var failed = asked
      (failed.outcome, failed.toldAt, failed.detail) = (.failed, now, "no key")
      try ledger.putOrderLookup(failed)
      let soon = now + .minutes(9)
      try require(try ledger.lookUp(order, actor: "ada", now: soon), equals: .lookup(failed))
      let later = now + .minutes(10)
      try require(
        try ledger.lookUp(order, actor: "ada", now: later),
        equals: .lookup(OrderLookup(order, requestedAt: later, actor: "ada")))
    },
    LedgerRule(49, "An order that an event names is found by it, and nobody is asked") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      guard let order = AppStoreOrderID("MK5TTTVWJH") else { return }
      var facts = StoreFacts()
      (facts.originalTransactionID, facts.transactionID) = ("2000", "2001")
      facts.orderID = order.rawValue
      let event = SubscriptionEvent(
        id: "tx:2001:order:MK5TTTVWJH:renewed", kind: .renewed, subscription: "as_2000",
        effectiveAt: now, statedAt: now, recordedAt: now, source: .appStoreServerAPI,
        verification: .verified, facts: facts)
      try ledger.append(
        [
          LedgerEntry(
            identity: "o", format: "sample", raw: [1], receivedAt: now, verification: .verified,
            events: [event])
        ], now: now)
      try require(try ledger.lookUp(order, actor: "mei", now: now), equals: .found(["as_2000"]))
      try require(try ledger.openOrderLookups(limit: 9), equals: [])
    },
  ]
}
