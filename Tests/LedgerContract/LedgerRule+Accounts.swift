import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let accountRules = [
    LedgerRule(40, "The quarantine keeps each payload once, cut to its limit") { make in
      let ledger = try make()
      func refused(_ identity: String, bytes: Int = 3) -> RefusedEntry {
        RefusedEntry(
          identity: identity, raw: Array(repeating: 7, count: bytes),
          receivedAt: SampleWorld.middle, origin: "a.json", line: 4, reason: "not JSON",
          field: "data")
      }
      try ledger.refuse([refused("a"), refused("b"), refused("a")])
      try ledger.refuse([refused("b"), refused("c", bytes: RefusedEntry.rawBytesMax + 5)])
      try require(try ledger.refusedCount(), equals: 3)
      let all = try ledger.refused(after: 0, limit: 10)
      try require(all.map(\.identity), equals: ["a", "b", "c"])
      try require(all[2].raw.count, equals: RefusedEntry.rawBytesMax)
      var expected = refused("a")
      expected.number = all[0].number
      try require(all[0], equals: expected)
      try require(
        try ledger.refused(after: all[0].number, limit: 1).map(\.identity), equals: ["b"])
      try require(try ledger.dropRefused(all[1].number), equals: true)
      try require(try ledger.dropRefused(all[1].number), equals: false)
      try require(try ledger.refusedCount(), equals: 2)
      try require(try ledger.figures(at: SampleWorld.middle).quarantined, equals: 2)
    },
    LedgerRule(41, "Profiles are kept, replaced, told in order and shown in rows") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 41, subscriptions: 40)
      try ledger.putProfiles(world.profiles)
      try ledger.append(world.entries, now: SampleWorld.middle)
      var told: [AccountProfile] = []
      try ledger.forEachProfile { profile in told.append(profile) }
      try require(told, equals: world.profiles.sorted { $0.account < $1.account })
      guard let row = try allRows(of: ledger).first(where: { $0.profile != nil }),
        var profile = row.profile
      else { throw BrokenRule(description: "no row has a profile") }
      profile.name = "Zoë"
      profile.tags = ["new tag"]
      try ledger.putProfiles([profile])
      try require(try ledger.profile(profile.account), equals: profile)
      try require(try ledger.summary(row.id)?.profile, equals: profile)
      try require(try ledger.count(try Filter.parse("name:zoë tag:\"new tag\"")) >= 1, "found")
      try require(try ledger.profile("nobody"), equals: nil)
      try require(try ledger.rebuild(check: true), equals: [])
    },
    LedgerRule(42, "An erasure leaves nothing of the account and everything else") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 42, subscriptions: 60)
      let now = SampleWorld.middle
      try ledger.append(world.entries, now: now)
      try ledger.putProfiles(world.profiles)
      let rows = try allRows(of: ledger)
      guard let account = rows.compactMap(\.profile?.account).first else {
        throw BrokenRule(description: "no account has a profile")
      }
      let ids = Set(rows.filter { $0.account == account }.map(\.id))
      let doomed = world.entries.filter { $0.events.contains { ids.contains($0.subscription) } }
      let facts = doomed.flatMap(\.events).filter { ids.contains($0.subscription) }.map(\.facts)
      guard let name = facts.compactMap({ $0.purchaseToken ?? $0.originalTransactionID }).first
      else { throw BrokenRule(description: "no purchase has a name") }
      let texts = [
        "about \(account)!", "{\"odd\":[\"\(account)\"]}", "{\"purchaseToken\":\"\(name)\",",
        "{\"odd\":\"\(account)0\"}", "{\"purchaseToken\":\"\(name)0\"}", "another's",
      ]
      try ledger.refuse(
        texts.map { text in
          RefusedEntry(
            identity: text, raw: Array(text.utf8), receivedAt: now, origin: "-", line: 1,
            reason: "odd", field: "")
        })
      let last = try ledger.lastPosition()
      let counts = ErasureCounts(entries: doomed.count, refused: 3)
      try require(try ledger.erasable(account), equals: counts)
      try require(try ledger.lastPosition(), equals: last)
      try require(try ledger.erase(account, actor: "ops", now: now), equals: counts)
      try require(try ledger.erasable(account), equals: ErasureCounts(entries: 0, refused: 0))
      try require(try allRows(of: ledger), equals: rows.filter { !ids.contains($0.id) })
      try require(try ledger.profile(account), equals: nil)
      try require(ids.isDisjoint(with: try ledger.resolve(account.rawValue, limit: 99)), "gone")
      try require(
        try ledger.refused(after: 0, limit: 9).map(\.identity), equals: Array(texts.suffix(3)))
      var left: [LedgerEntry] = []
      try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in left.append(entry) }
      try require(left, equals: world.entries.filter { !doomed.contains($0) })
      for id in ids { try require(try ledger.events(of: id), equals: []) }
      try require(try ledger.lastPosition(), equals: last)
      try require(try ledger.verify(), equals: [])
      try require(try ledger.rebuild(check: true), equals: [])
      try require(
        try ledger.append([doomed[0]], now: now), equals: [.stored(last + 1)],
        "positions are not used again")
      try require(
        try ledger.erase("nobody", actor: "Mei", now: now + .hours(1)),
        equals: ErasureCounts(entries: 0, refused: 0))
      try require(
        try ledger.erasures(),
        equals: [
          LedgerErasure(at: now, actor: "ops", entryCount: doomed.count),
          LedgerErasure(at: now + .hours(1), actor: "Mei", entryCount: 0),
        ])
      try require(try ledger.entryCount(), equals: world.entries.count - doomed.count + 1)
      try require(try ledger.erasureCount(), equals: try ledger.erasures().count)
    },
    LedgerRule(90, "Names longer than an index takes count like others") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      var facts = StoreFacts()
      facts.product = ProductID(String(repeating: "long", count: 300))
      facts.app = AppID(String(repeating: "app.", count: 300))
      facts.status = .active
      facts.expiresAt = now + .days(9)
      let event = SubscriptionEvent(
        id: "e", kind: .purchased, subscription: "as_1", effectiveAt: now, statedAt: now,
        recordedAt: now, source: .appStoreServerAPI, verification: .unsigned, facts: facts)
      try ledger.append(
        [
          LedgerEntry(
            identity: "i", format: "sample", raw: [], receivedAt: now, verification: .unsigned,
            events: [event])
        ], now: now)
      try require(try ledger.rebuild(check: true), equals: [])
      try require(try ledger.rebuild(check: false), equals: [])
    },
    LedgerRule(88, "An erasure takes what names a subscription's former account, and no more") {
      make in
      let ledger = try make()
      let now = SampleWorld.middle
      func entry(_ number: Int, _ account: AccountID) -> LedgerEntry {
        let at = now - .days(9 - number)
        var facts = StoreFacts()
        facts.account = account
        let event = SubscriptionEvent(
          id: EventID("e\(number)"), kind: .renewed, subscription: "as_1", effectiveAt: at,
          statedAt: at, recordedAt: at, source: .appStoreServerAPI, verification: .unsigned,
          facts: facts)
        return LedgerEntry(
          identity: "i\(number)", format: "sample", raw: Array("raw \(number)".utf8),
          receivedAt: at, verification: .unsigned, events: [event])
      }
      try ledger.append([entry(1, "ann"), entry(2, "anna"), entry(3, "bob")], now: now)
      try require(
        try ledger.erasable("ann"), equals: ErasureCounts(entries: 1, refused: 0))
      try require(
        try ledger.erase("ann", actor: "ops", now: now),
        equals: ErasureCounts(entries: 1, refused: 0))
      try require(
        try ledger.events(of: "as_1").map(\.event.id.rawValue).sorted(), equals: ["e2", "e3"])
      try require(try ledger.summary("as_1")?.account, equals: "bob")
      try require(try ledger.rebuild(check: true), equals: [])
      try require(
        try ledger.erase("bob", actor: "ops", now: now),
        equals: ErasureCounts(entries: 2, refused: 0))
      try require(try ledger.events(of: "as_1"), equals: [])
    },
  ]
}
