import EventLedger
import GRDB
import SubscriptionCore

/// Folds subscriptions out of their stored events and writes the rows that follow.
struct Projector {
  private let database: Database
  private let policy: ChurnPolicy
  private let selectEvents: RawStatement
  private let selectFamily: RawStatement
  private let selectDue: RawStatement
  private let selectProfile: RawStatement
  private let selectID: RawStatement
  private let pieces: TrigramIndex
  private let hasProfiles: Bool
  private var writer: RowWriter
  private var recorder: ChangeRecorder?

  /// Prepares the statements, valid within one access to the database.
  ///
  /// Where it records changes, those that rows tell are written to the outbox.
  init(_ database: Database, policy: ChurnPolicy, recordsChanges: Bool = false) throws {
    self.database = database
    self.policy = policy
    selectEvents = try RawStatement(
      database,
      "SELECT number, body FROM events WHERE subscription = ? AND isRepeat = 0")
    selectFamily = try RawStatement(
      database,
      """
      SELECT key FROM subscribers
      WHERE accountMark = ? AND account = ? AND store = ? AND ifnull(app, '') = ?
      """)
    selectDue = try RawStatement(
      database,
      """
      SELECT key FROM subscribers INDEXED BY subscribersByNextChange WHERE nextChangeAt <= ?
      """)
    selectProfile = try RawStatement(database, "SELECT profile FROM accounts WHERE account = ?")
    selectID = try RawStatement(database, "SELECT id FROM subscriptions WHERE key = ?")
    pieces = TrigramIndex(database)
    hasProfiles = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM accounts)") ?? true
    writer = try RowWriter(database)
    recorder = recordsChanges ? ChangeRecorder() : nil
  }

  // MARK: Reading

  /// The events of a subscription in no order, each once.
  func events(_ key: Int64) throws -> [SubscriptionEvent] {
    var events: [SubscriptionEvent] = []
    try eachEvent(key) { _, event in events.append(event) }
    return events
  }

  /// Calls a closure with each event of a subscription and its number.
  private func eachEvent(_ key: Int64, _ body: (Int64, SubscriptionEvent) -> Void) throws {
    selectEvents.bind(key, at: 1)
    defer { selectEvents.reset() }
    while try selectEvents.step() {
      body(
        selectEvents.integer(0),
        try selectEvents.withBytes(1) { bytes in try EventCodec.decode(bytes) })
    }
  }

  /// The members of a family by their rows.
  private func members(of family: CustomerPurchases) throws -> [Int64] {
    selectFamily.bind(Hash64.of(family.account.rawValue), at: 1)
    selectFamily.bind(family.account.rawValue, at: 2)
    selectFamily.bind(Int64(family.store.code), at: 3)
    selectFamily.bind(family.app, at: 4)
    defer { selectFamily.reset() }
    var keys: [Int64] = []
    while try selectFamily.step() { keys.append(selectFamily.integer(0)) }
    return keys.sorted()
  }

  private func profile(_ account: AccountID?) throws -> AccountProfile? {
    guard hasProfiles, let account, !account.rawValue.isEmpty else { return nil }
    selectProfile.bind(account.rawValue, at: 1)
    defer { selectProfile.reset() }
    guard try selectProfile.step() else { return nil }
    return try selectProfile.withBytes(0) { bytes in try EventCodec.decode(profile: bytes) }
  }

  /// A subscriber folded whole, with the purchases beside it.
  func subscriber(_ key: Int64) throws -> Subscriber? {
    let events = try events(key)
    guard let alone = Subscriber.fold(events, related: []) else { return nil }
    guard let family = CustomerPurchases(of: alone) else { return alone }
    let beside = try related(of: key, among: members(of: family))
    return beside.isEmpty ? alone : Subscriber.fold(events, related: beside)
  }

  private func related(of key: Int64, among members: [Int64]) throws -> [RelatedPurchase] {
    var related: [RelatedPurchase] = []
    for other in members where other != key {
      if let purchase = Subscriber.fold(try events(other), related: []) {
        related.append(RelatedPurchase(of: purchase))
      }
    }
    return related
  }

  /// The row that follows from the events of a subscription.
  func derived(_ key: Int64, at now: Timestamp) throws -> SubscriberProjection? {
    guard let subscriber = try subscriber(key) else { return nil }
    return try row(of: subscriber, at: now)
  }

  /// The row of a subscriber, with its profile.
  func row(of subscriber: Subscriber, at now: Timestamp) throws -> SubscriberProjection {
    SubscriberProjection(
      of: subscriber, at: now, policy: policy, profile: try profile(subscriber.account))
  }

  /// The id of a subscription.
  func id(_ key: Int64) throws -> SubscriptionID {
    selectID.bind(key, at: 1)
    defer { selectID.reset() }
    return try selectID.step() ? SubscriptionID(selectID.text(0)) : ""
  }

  /// The stored row of a subscription.
  func storedRow(_ key: Int64) throws -> SubscriberProjection? { try writer.row(key) }

  /// A Boolean value that indicates whether the stored columns of a subscription repeat what its
  /// stored row says.
  func repeats(_ row: SubscriberProjection, key: Int64) throws -> Bool {
    try writer.repeats(row, key: key)
  }

  // MARK: Writing

  /// Derives the rows of subscriptions and of the purchases beside them, and indexes the names
  /// that are new.
  ///
  /// Each subscription is folded alone first, since its family is known only then; families of
  /// more than one member are folded once more, together.
  mutating func refresh(_ told: [Int64: ChangedSubscription], at now: Timestamp) throws {
    var families = Set<CustomerPurchases>(minimumCapacity: told.count)
    var names: [(number: Int64, text: [UInt8])] = []
    names.reserveCapacity(told.count)
    for (key, what) in told.sorted(by: { $0.key < $1.key }) {
      let old = what.events == nil ? try writer.row(key) : nil
      let (known, told) = try events(key, what)
      TrigramIndex.addTexts(of: told, after: known, to: &names)
      let all = known.isEmpty ? told.events : known + told.events
      let folded = Subscriber.fold(all, related: [])
      let family = folded.flatMap(CustomerPurchases.init(of:))
      if let family { families.insert(family) }
      if let before = old?.summary.family, before != family { families.insert(before) }
      let new = try folded.map { subscriber in try row(of: subscriber, at: now) }
      recorder?.note(shown: told.events, key: key)
      try replace(old, with: new, key: key, at: now)
    }
    try pieces.add(names)
    for family in families {
      let members = try members(of: family)
      guard members.count > 1 || members.contains(where: { told[$0] == nil }) else { continue }
      try refresh(family: members, at: now)
    }
  }

  /// The events of a subscription, those told before an event apart.
  private func events(
    _ key: Int64, _ told: ChangedSubscription
  ) throws -> (known: [SubscriptionEvent], told: NumberedEvents) {
    if let all = told.events { return ([], all) }
    var known: [SubscriptionEvent] = []
    var new = NumberedEvents()
    try eachEvent(key) { number, event in
      if number < told.firstNumber {
        known.append(event)
      } else {
        new.append(event, number: number)
      }
    }
    return (known, new)
  }

  /// Indexes every name of some subscriptions.
  func indexNames(of keys: [Int64]) throws {
    let whole = ChangedSubscription(firstNumber: 0)
    var names: [(number: Int64, text: [UInt8])] = []
    for key in keys { TrigramIndex.addTexts(of: try events(key, whole).told, to: &names) }
    try pieces.add(names)
  }

  /// Derives the rows of a family's members, together.
  mutating func refresh(family members: [Int64], at now: Timestamp) throws {
    let alone = try members.map { Subscriber.fold(try events($0), related: []) }
    let purchases = alone.map { $0.map(RelatedPurchase.init(of:)) }
    for (place, key) in members.enumerated() {
      var beside = purchases
      beside.remove(at: place)
      let subscriber = Subscriber.fold(try events(key), related: beside.compactMap { $0 })
      let new = try subscriber.map { subscriber in try row(of: subscriber, at: now) }
      try replace(try writer.row(key), with: new, key: key, at: now)
    }
  }

  private mutating func replace(
    _ old: SubscriberProjection?, with new: SubscriberProjection?, key: Int64, at now: Timestamp
  ) throws {
    try writer.replace(old, with: new, key: key)
    recorder?.note(old, new, key: key, at: now)
  }

  /// Derives anew the rows of some subscriptions, whose families stay as they are.
  ///
  /// - Returns: The subscriptions.
  @discardableResult
  mutating func rederive(_ keys: [Int64], at now: Timestamp) throws -> [SubscriptionID] {
    var ids: [SubscriptionID] = []
    for key in keys {
      let (old, new) = (try writer.row(key), try derived(key, at: now))
      try replace(old, with: new, key: key, at: now)
      if let id = (new ?? old)?.summary.id { ids.append(id) }
    }
    return ids
  }

  /// Brings up to date the rows whose time has come.
  ///
  /// - Returns: The subscriptions.
  @discardableResult
  mutating func advance(to now: Timestamp) throws -> [SubscriptionID] {
    selectDue.bind(now.milliseconds, at: 1)
    var keys: [Int64] = []
    while try selectDue.step() { keys.append(selectDue.integer(0)) }
    selectDue.reset()
    keys.sort()
    return try rederive(keys, at: now)
  }

  /// A Boolean value that indicates whether the time of any row has come.
  static func isAnyDue(_ database: Database, at now: Timestamp) throws -> Bool {
    let statement = try RawStatement(
      database, "SELECT EXISTS (SELECT 1 FROM subscribers WHERE nextChangeAt <= ?)")
    statement.bind(now.milliseconds, at: 1)
    defer { statement.reset() }
    return try statement.step() && statement.integer(0) != 0
  }

  /// Stores the changes that the rows tell.
  mutating func recordChanges() throws { try recorder?.flush(database) }

  /// Stores what the rows add to the counters, and the changes that they tell.
  mutating func flush() throws {
    try writer.flush(database)
    try recordChanges()
  }
}

extension SubscriberSummary {
  /// The family of the row; `nil` without an account.
  var family: CustomerPurchases? {
    guard let account, !account.rawValue.isEmpty else { return nil }
    return CustomerPurchases(
      account: account, store: store, app: Filter.foldCase(app?.rawValue ?? ""))
  }
}
