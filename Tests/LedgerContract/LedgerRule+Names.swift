import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  /// Every subscription with the names that it goes by, each once, former accounts included.
  private static func names(
    in ledger: any Ledger
  ) throws -> [(row: SubscriberSummary, names: [LookupName])] {
    try allRows(of: ledger).map { row in
      let names = try ledger.events(of: row.id).flatMap { LookupName.names(in: $0.event) }
      return (row, names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }

  /// The rules of names, by which subscriptions are found.
  public static let nameRules = [
    LedgerRule(23, "A subscription is found by every name it has") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 23, subscriptions: 40)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      for (row, known) in try names(in: ledger) {
        var names = [row.id.rawValue]
        if let account = row.account { names.append(account.rawValue) }
        if let email = row.profile?.email, !email.isEmpty { names.append(email.uppercased()) }
        for name in known {
          names.append(name.text)
          if name.allowsPrefix {
            names += [String(name.text.prefix(9)), String(name.text.dropLast())]
          }
        }
        for name in names {
          let found = try ledger.resolve(name, limit: 100)
          try require(found.contains(row.id), "\(row.id) by \(name)")
          try require(found, equals: found.sorted { $0.rawValue.utf8Precedes($1.rawValue) })
        }
      }
      let wanted = try ledger.resolve("token-1", limit: 100)
      try require(wanted, equals: [], "fewer than eight characters name nothing")
      try require(try ledger.resolve("token-1-", limit: 100).count <= 1, "eight do")
      try require(try ledger.resolve("200", limit: 100), equals: [], "three are no piece")
      try require(try ledger.resolve("2000", limit: 3).count, equals: 3, "no more than asked for")
      try require(try ledger.resolve("", limit: 100), equals: [])
      try require(try ledger.resolve("2000", limit: 0), equals: [])
      try require(try ledger.resolve("token-%_'\"", limit: 100), equals: [])
      let id: SubscriptionID = "gp_d12ec77663676768"
      try ledger.append([entry(of: id)], now: SampleWorld.middle)
      for typed in ["gp_…7663676768", "gp_...3676768", "gp_~3676768", "76768…676768", "3676768"] {
        let expected = typed.hasPrefix("7") ? [] : [id]
        try require(try ledger.resolve(typed, limit: 100), equals: expected, typed)
      }
      try require(try ledger.resolve("76768", limit: 100), equals: [], "five are no end of an id")
    },
    LedgerRule(24, "A subscription is found by a piece of a name, as it is read out") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 24, subscriptions: 60)
      var numbers = SeededNumbers(seed: 241)
      for start in stride(from: 0, to: world.entries.count, by: 40) {
        let batch = world.entries[start..<min(start + 40, world.entries.count)]
        try ledger.append(Array(batch), now: SampleWorld.middle)
      }
      let known = try names(in: ledger)
      var told = 0
      for (row, names) in known {
        var texts = names.map(\.text) + [row.id.rawValue]
        if let account = row.account { texts.append(account.rawValue) }
        for text in texts {
          let start = Int.random(in: 0..<text.count, using: &numbers)
          let length = Int.random(in: 3...max(3, text.count - start), using: &numbers)
          let piece = String(text.dropFirst(start).prefix(length))
          let typed = numbers.pick(
            [piece, piece.uppercased(), piece.split(separator: "-").joined()])
          try require(
            try ledger.resolve(typed, limit: 1_000), equals: expected(typed, known), typed)
          if LookupName.normalized(typed).count >= LookupName.pieceLengthMin { told += 1 }
        }
      }
      try require(told > 150, "most pieces are long enough: \(told)")
    },
    LedgerRule(43, "An account's subscriptions are found by its exact identifier alone") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 43, subscriptions: 60)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      let rows = try allRows(of: ledger)
      let accounts = Set(rows.compactMap(\.account))
      try require(accounts.count > 10, "many have an account: \(accounts.count)")
      for account in accounts {
        let expected = rows.filter { $0.account == account }.map(\.id)
          .sorted { $0.rawValue.utf8Precedes($1.rawValue) }
        try require(try ledger.subscriptions(of: account, limit: 100), equals: expected)
        try require(
          try ledger.subscriptions(of: account, limit: 1), equals: Array(expected.prefix(1)))
        let other = AccountID(String(account.rawValue.dropLast()))
        if !accounts.contains(other) {
          try require(try ledger.subscriptions(of: other, limit: 100), equals: [])
        }
      }
      let names = rows.map(\.id.rawValue) + rows.compactMap(\.profile?.email) + [""]
      for name in names where !accounts.contains(AccountID(name)) {
        try require(try ledger.subscriptions(of: AccountID(name), limit: 100), equals: [], name)
      }
    },
    LedgerRule(44, "A subscription is found by a name that was misheard") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 25, subscriptions: 40)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      var numbers = SeededNumbers(seed: 251)
      let known = try names(in: ledger)
      var told = 0
      for (row, names) in known {
        let people = [row.profile?.name, row.profile?.email].compactMap(\.self)
        for text in people + names.filter({ !$0.allowsPrefix }).map(\.text) {
          let typed = misheard(text, &numbers)
          let expected = near(typed, known)
          try require(try ledger.near(typed, limit: 1_000), equals: expected, typed)
          try require(try ledger.near(typed, limit: 3), equals: Array(expected.prefix(3)), typed)
          if expected.contains(row.id) { told += 1 }
        }
      }
      try require(told > 50, "most are misheard: \(told)")
      for text in ["", "abc", "no such name at all", "%_'\"", "token-1-"] {
        try require(try ledger.near(text, limit: 100), equals: [], text)
      }
      try require(try ledger.near("2000", limit: 0), equals: [])
      // Many may have one name.
      try ledger.putProfiles(
        world.profiles.map { profile in
          var profile = profile
          profile.name = "Quilla Quark"
          return profile
        })
      let namesakes = near("quila quark", try names(in: ledger))
      try require(namesakes.count > 12, "there are \(namesakes.count) of the name")
      for limit in [12, 1_000] {
        try require(
          try ledger.near("quila quark", limit: limit), equals: Array(namesakes.prefix(limit)))
      }
    },
    LedgerRule(107, "A subscription is found by the account that it was moved from") { make in
      let ledger = try make()
      let id: SubscriptionID = "gp_moved"
      for (number, account) in ["former-user-7", "present-user-8"].enumerated() {
        var moved = entry(of: id)
        moved.identity = "moved \(number)"
        moved.events[0].id = EventID("moved \(number)")
        moved.events[0].statedAt = SampleWorld.middle - .days(2 - number)
        moved.events[0].facts.account = AccountID(account)
        try ledger.append([moved], now: SampleWorld.middle)
      }
      for name in ["former-user-7", "present-user-8", "former user 7", "FORMER-USER"] {
        try require(try ledger.resolve(name, limit: 9), equals: [id], name)
      }
      try require(try ledger.subscriptions(of: "present-user-8", limit: 9), equals: [id])
      try require(
        try ledger.subscriptions(of: "former-user-7", limit: 9), equals: [], "moved away")
    },
  ]

  /// What a text is near to, by the shortest way from the rules.
  private static func near(
    _ text: String, _ known: [(row: SubscriberSummary, names: [LookupName])]
  ) -> [SubscriptionID] {
    guard let near = FuzzyMatcher(text) else { return [] }
    let found = known.compactMap { row, names -> (Int, String)? in
      var errors = [row.profile?.name, row.profile?.email].compactMap { name in
        name.flatMap { near.errors(inName: $0) }
      }
      errors += names.filter { !$0.allowsPrefix }
        .compactMap { near.errors(inIdentifier: $0.text) }
      errors += [row.account].compactMap { $0.flatMap { near.errors(inIdentifier: $0.rawValue) } }
      return errors.min().map { ($0, row.id.rawValue) }
    }
    return found.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.utf8Precedes($1.1) }
      .map { SubscriptionID($0.1) }
  }

  /// A purchase with an identifier of churntop's alone.
  private static func entry(of id: SubscriptionID) -> LedgerEntry {
    let at = SampleWorld.middle
    let event = SubscriptionEvent(
      id: "own", kind: .purchased, subscription: id, effectiveAt: at, statedAt: at,
      recordedAt: at, source: .googlePlayNotification, verification: .unsigned,
      facts: StoreFacts())
    return LedgerEntry(
      identity: "own", format: "sample", raw: [], receivedAt: at, verification: .unsigned,
      events: [event])
  }

  /// A text with one error in it.
  private static func misheard(_ text: String, _ numbers: inout SeededNumbers) -> String {
    var letters = Array(text)
    guard letters.count > 2 else { return text }
    let place = Int.random(in: 0..<letters.count - 1, using: &numbers)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: letters[place] = "q"
    case 1: letters.remove(at: place)
    case 2: letters.insert("q", at: place)
    case _: letters.swapAt(place, place + 1)
    }
    return String(letters)
  }

  /// What a text is to find, by the shortest way from the rules.
  private static func expected(
    _ text: String, _ known: [(row: SubscriberSummary, names: [LookupName])]
  ) -> [SubscriptionID] {
    let normalized = LookupName.normalized(text)
    let named = known.filter { row, names in
      row.id.rawValue == text || row.account?.rawValue == text
        || LookupName.isLongEnough(normalized) && names.contains { $0.matches(text) }
    }
    let found =
      named.isEmpty
      ? known.filter { row, names in
        row.id.isBegun(by: text) || names.contains { $0.contains(piece: normalized) }
          || LookupName.text(row.account?.rawValue ?? "", contains: normalized)
      } : named
    if found.isEmpty, let (start, end) = LookupName.ends(ofIdentifier: text) {
      return known.map(\.row.id).filter { id in
        id.rawValue.hasPrefix(start) && id.rawValue.hasSuffix(end)
      }
      .sorted { $0.rawValue.utf8Precedes($1.rawValue) }
    }
    return found.map(\.row.id)
      .sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }
}
