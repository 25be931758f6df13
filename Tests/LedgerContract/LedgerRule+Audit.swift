import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let auditRules = [
    LedgerRule(85, "Accesses to personal data are kept in order and found by all that they say") {
      make in
      let ledger = try make()
      let now = SampleWorld.middle
      try require(ledger.auditMode, equals: .recorded)
      try require(try ledger.auditEntries(AuditQuery(limit: 9)), equals: [])
      let accesses = [
        PersonalDataAccess(.known(.unmasked), at: now, actor: "mei", command: "dashboard"),
        PersonalDataAccess(
          .known(.viewed), at: now + .seconds(1), actor: "Zo\u{EB} \"\u{1}\"", command: "show",
          format: "json", of: "as_1", account: "a1"),
        PersonalDataAccess(
          .known(.exported), at: now + .seconds(2), actor: "mei", command: "list", format: "csv",
          count: 4_000_000_000),
        PersonalDataAccess(
          .unknown("dreamt"), at: now + .seconds(3), actor: "", command: "", of: "as_2",
          account: "a1"),
      ]
      try ledger.record(Array(accesses.prefix(2)))
      try ledger.record([])
      try ledger.record(Array(accesses.dropFirst(2)))
      let all = try ledger.auditEntries(AuditQuery(limit: 9))
      try require(all.map(\.access), equals: accesses.reversed())
      try require(Set(all.map(\.role)).count, equals: 1, "one role recorded all")
      let queries: [(AuditQuery, [Int])] = [
        (AuditQuery(limit: 2), [3, 2]), (AuditQuery(limit: 0), []),
        (AuditQuery(since: now + .seconds(2), limit: 9), [3, 2]),
        (AuditQuery(actor: "mei", limit: 9), [2, 0]),
        (AuditQuery(actor: "me", limit: 9), []),
        (AuditQuery(of: "as_1", limit: 9), [1]),
        (AuditQuery(of: "as_1", account: "a1", limit: 9), [3, 1]),
        (AuditQuery(of: "as_3", limit: 9), []),
        (AuditQuery(since: now, actor: "mei", before: all[1].number, limit: 9), [0]),
      ]
      for (query, places) in queries {
        let found = try ledger.auditEntries(query)
        try require(found.map(\.access), equals: places.map { accesses[$0] }, "\(query)")
        try require(found.allSatisfy(query.matches), "\(query)")
      }
      try require(try ledger.lastPosition(), equals: 0, "no event")
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(86, "An erasure leaves in the audit log who and when, but not of whom") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 86, subscriptions: 30)
      let now = SampleWorld.middle
      try ledger.append(world.entries, now: now)
      let rows = try allRows(of: ledger)
      guard let row = rows.first(where: { $0.account != nil }), let account = row.account,
        let other = rows.first(where: { $0.account != account })
      else { throw BrokenRule(description: "no row has an account") }
      var access = PersonalDataAccess(
        .known(.viewed), at: now, actor: "mei", command: "show", of: row.id)
      try ledger.record(access)
      access.subscription = other.id
      try ledger.record(access)
      var entries = try ledger.auditEntries(AuditQuery(limit: 9))
      try require(entries.map(\.access.account), equals: [other.account, account])
      // What was recorded before the account was known is erased too.
      access.subscription = row.id
      try ledger.record([access])
      _ = try ledger.erase(account, actor: "dpo", now: now)
      entries = try ledger.auditEntries(AuditQuery(limit: 9))
      try require(entries.map(\.access.account), equals: [nil, other.account, nil])
      try require(entries.map(\.access.subscription), equals: [nil, other.id, nil])
      try require(entries.map(\.access.actor), equals: ["mei", "mei", "mei"])
    },
  ]
}
