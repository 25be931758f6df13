import EventLedger
import GRDB
import SubscriptionCore

/// Folds subscriptions out of their stored events and writes the rows that follow.
struct RowDeriver {
  private let database: Database
  private let policy: ChurnPolicy
  private let selectEvents: RawStatement
  private let selectFamily: RawStatement
  private let selectDue: RawStatement
  private let selectProfile: RawStatement
  private let selectID: RawStatement
  private var writer: RowWriter

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database, policy: ChurnPolicy) throws {
    self.database = database
    self.policy = policy
    selectEvents = try RawStatement(
      database,
      "SELECT body FROM events WHERE subscription = ? AND isRepeat = 0 ORDER BY number")
    selectFamily = try RawStatement(
      database,
      """
      SELECT key FROM subscribers
      WHERE account = ? AND store = ? AND ifnull(app, '') = ? ORDER BY key
      """)
    selectDue = try RawStatement(
      database, "SELECT key FROM subscribers WHERE nextChangeAt <= ? ORDER BY key")
    selectProfile = try RawStatement(database, "SELECT profile FROM accounts WHERE account = ?")
    selectID = try RawStatement(database, "SELECT id FROM subscriptions WHERE key = ?")
    writer = try RowWriter(database)
  }

  // MARK: Reading

  /// The events of a subscription in order of arrival, each once.
  func events(_ key: Int64) throws -> [SubscriptionEvent] {
    selectEvents.bind(key, at: 1)
    defer { selectEvents.reset() }
    var events: [SubscriptionEvent] = []
    while try selectEvents.step() {
      events.append(try selectEvents.withBytes(0) { bytes in try EventCodec.decode(bytes) })
    }
    return events
  }

  /// The members of a family by their rows.
  private func members(of family: PurchaseFamily) throws -> [Int64] {
    selectFamily.bind(family.account.rawValue, at: 1)
    selectFamily.bind(family.store == .appStore ? 0 : 1, at: 2)
    selectFamily.bind(family.app, at: 3)
    defer { selectFamily.reset() }
    var keys: [Int64] = []
    while try selectFamily.step() { keys.append(selectFamily.integer(0)) }
    return keys
  }

  private func profile(_ account: AccountID?) throws -> AccountProfile? {
    guard let account, !account.rawValue.isEmpty else { return nil }
    selectProfile.bind(account.rawValue, at: 1)
    defer { selectProfile.reset() }
    guard try selectProfile.step() else { return nil }
    return try selectProfile.withBytes(0) { bytes in try EventCodec.decode(profile: bytes) }
  }

  /// A subscriber folded whole, with the purchases beside it.
  func subscriber(_ key: Int64) throws -> Subscriber? {
    let events = try events(key)
    guard let alone = Subscriber.fold(events, siblings: []) else { return nil }
    guard let family = PurchaseFamily(of: alone) else { return alone }
    let beside = try siblings(of: key, among: members(of: family))
    return beside.isEmpty ? alone : Subscriber.fold(events, siblings: beside)
  }

  private func siblings(of key: Int64, among members: [Int64]) throws -> [SiblingPurchase] {
    var siblings: [SiblingPurchase] = []
    for other in members where other != key {
      if let sibling = Subscriber.fold(try events(other), siblings: []) {
        siblings.append(SiblingPurchase(of: sibling))
      }
    }
    return siblings
  }

  /// What the row of a subscription is to be.
  func derived(_ key: Int64, at now: Timestamp) throws -> DerivedRow? {
    guard let subscriber = try subscriber(key) else { return nil }
    return try row(of: subscriber, at: now)
  }

  private func row(of subscriber: Subscriber, at now: Timestamp) throws -> DerivedRow {
    DerivedRow(
      of: subscriber, at: now, policy: policy, profile: try profile(subscriber.account))
  }

  /// The id of a subscription.
  func id(_ key: Int64) throws -> SubscriptionID {
    selectID.bind(key, at: 1)
    defer { selectID.reset() }
    return try selectID.step() ? SubscriptionID(selectID.text(0)) : ""
  }

  /// The stored row of a subscription.
  func storedRow(_ key: Int64) throws -> DerivedRow? { try writer.row(key) }

  /// Whether the stored columns of a subscription repeat what its stored row says.
  func repeats(_ row: DerivedRow, key: Int64) throws -> Bool { try writer.repeats(row, key: key) }

  // MARK: Writing

  /// Derives the rows of subscriptions and of the purchases beside them.
  ///
  /// Each subscription is folded alone first, since its family is known only then; families of
  /// more than one member are folded once more, together. `fresh` holds the events of
  /// subscriptions that have none but these.
  mutating func refresh(
    _ keys: Set<Int64>, fresh: [Int64: [SubscriptionEvent]], at now: Timestamp
  ) throws {
    var families: Set<PurchaseFamily> = []
    for key in keys.sorted() {
      let isFresh = fresh[key] != nil
      let old = isFresh ? nil : try writer.row(key)
      let told = if let known = fresh[key] { known } else { try events(key) }
      let folded = Subscriber.fold(told, siblings: [])
      let family = folded.flatMap(PurchaseFamily.init(of:))
      if let family { families.insert(family) }
      if let before = old?.summary.family, before != family { families.insert(before) }
      let new = try folded.map { subscriber in try row(of: subscriber, at: now) }
      try writer.replace(old, with: new, key: key)
    }
    for family in families {
      let members = try members(of: family)
      guard members.count > 1 || members.contains(where: { !keys.contains($0) }) else { continue }
      try refresh(family: members, at: now)
    }
  }

  private mutating func refresh(family members: [Int64], at now: Timestamp) throws {
    let alone = try members.map { Subscriber.fold(try events($0), siblings: []) }
    let purchases = alone.map { $0.map(SiblingPurchase.init(of:)) }
    for (place, key) in members.enumerated() {
      var beside = purchases
      beside.remove(at: place)
      let subscriber = Subscriber.fold(try events(key), siblings: beside.compactMap { $0 })
      let new = try subscriber.map { subscriber in try row(of: subscriber, at: now) }
      try writer.replace(try writer.row(key), with: new, key: key)
    }
  }

  /// Derives anew the rows of some subscriptions, whose families stay as they are.
  mutating func rederive(_ keys: [Int64], at now: Timestamp) throws {
    for key in keys {
      try writer.replace(try writer.row(key), with: try derived(key, at: now), key: key)
    }
  }

  /// Brings up to date the rows whose time has come.
  ///
  /// - Returns: Their keys.
  mutating func advance(to now: Timestamp) throws -> [Int64] {
    selectDue.bind(now.milliseconds, at: 1)
    var keys: [Int64] = []
    while try selectDue.step() { keys.append(selectDue.integer(0)) }
    selectDue.reset()
    try rederive(keys, at: now)
    return keys
  }

  /// Whether the time of any row has come.
  static func isAnyDue(_ database: Database, at now: Timestamp) throws -> Bool {
    let statement = try RawStatement(
      database, "SELECT EXISTS (SELECT 1 FROM subscribers WHERE nextChangeAt <= ?)")
    statement.bind(now.milliseconds, at: 1)
    defer { statement.reset() }
    return try statement.step() && statement.integer(0) != 0
  }

  /// Stores what the rows add to the counters.
  mutating func flush() throws { try writer.flush(database) }
}

extension SubscriberSummary {
  /// The family of the row; `nil` without an account.
  var family: PurchaseFamily? {
    guard let account, !account.rawValue.isEmpty else { return nil }
    return PurchaseFamily(
      account: account, store: store, app: Filter.foldCase(app?.rawValue ?? ""))
  }
}
