import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Folds subscriptions out of their stored events and writes the rows that follow.
struct Projector {
  let database: Database
  private let policy: ChurnPolicy
  private let selectEvents: RawStatement
  private let selectFamily: RawStatement
  private let selectNamesakes: RawStatement
  private let selectProfile: RawStatement
  private let selectProfileOfRow: RawStatement
  private let pieces: TrigramIndex
  private let hasProfiles: Bool
  var writer: RowWriter
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
      WHERE accountMark = ? AND account = ? AND store = ? AND ifnull(app, '') = ? LIMIT ?
      """)
    selectNamesakes = try RawStatement(
      database,
      "SELECT key FROM subscribers INDEXED BY subscribersByAccount WHERE accountMark = ? LIMIT 2")
    selectProfile = try RawStatement(database, "SELECT profile FROM accounts WHERE account = ?")
    selectProfileOfRow = try RawStatement(
      database,
      """
      SELECT profile FROM subscribers JOIN accounts ON accounts.account = subscribers.account
      WHERE subscribers.key = ?
      """)
    pieces = TrigramIndex(database)
    hasProfiles = try database.raw.integer("SELECT 1 FROM accounts LIMIT 1") != nil
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
    try eachStoredEvent(key) { number, bytes in body(number, try StoredEvent.decode(bytes)) }
  }

  /// Calls a closure with each event of a subscription as it is stored, and its number.
  private func eachStoredEvent(
    _ key: Int64, _ body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    selectEvents.bind(key, at: 1)
    defer { selectEvents.reset() }
    while try selectEvents.step() { try body(selectEvents.integer(0), selectEvents.buffer(1)) }
  }

  /// The members of a family by their rows: all, or where they are more than a number, some of
  /// them, and more than that.
  private func members(of family: CustomerPurchases, upTo most: Int) throws -> [Int64] {
    selectFamily.bind(Hash64.of(family.account.rawValue), at: 1)
    selectFamily.bind(family.account.rawValue, at: 2)
    selectFamily.bind(Int64(family.store.code), at: 3)
    selectFamily.bind(family.app, at: 4)
    selectFamily.bind(Int64(most) + 1, at: 5)
    defer { selectFamily.reset() }
    var keys: [Int64] = []
    while try selectFamily.step() { keys.append(selectFamily.integer(0)) }
    return keys.sorted()
  }

  /// A Boolean value that indicates whether the accounts with a mark have no subscription, or a
  /// single one that is among some; the index alone tells, without a look at the rows.
  private func isAlone(_ mark: Int64, among isKnown: (Int64) -> Bool) throws -> Bool {
    selectNamesakes.bind(mark, at: 1)
    defer { selectNamesakes.reset() }
    guard try selectNamesakes.step() else { return true }
    let key = selectNamesakes.integer(0)
    return try isKnown(key) && !selectNamesakes.step()
  }

  private func profile(_ account: AccountID?) throws -> AccountProfile? {
    guard hasProfiles, let account, !account.rawValue.isEmpty else { return nil }
    selectProfile.bind(account.rawValue, at: 1)
    defer { selectProfile.reset() }
    guard try selectProfile.step() else { return nil }
    return try EventCodec.decode(profile: selectProfile.buffer(0))
  }

  /// The profile of the account that a stored row names, as it is stored.
  private func profile(ofRow key: Int64) throws -> [UInt8]? {
    guard hasProfiles else { return nil }
    selectProfileOfRow.bind(key, at: 1)
    defer { selectProfileOfRow.reset() }
    return try selectProfileOfRow.step() ? [UInt8](selectProfileOfRow.buffer(0)) : nil
  }

  /// The profiles of the accounts that events name, one of which is the subscriber's.
  private func profiles(of events: [SubscriptionEvent]) throws -> [AccountID: AccountProfile] {
    guard hasProfiles else { return [:] }
    var profiles: [AccountID: AccountProfile] = [:]
    var last: AccountID?
    for event in events where event.facts.account != last {
      last = event.facts.account
      if let last { profiles[last] = try profile(last) }
    }
    return profiles
  }

  /// A subscriber folded whole, with the purchases beside it.
  func subscriber(_ key: Int64) throws -> Subscriber? {
    let events = try events(key)
    guard let alone = Subscriber.fold(events, related: []) else { return nil }
    guard let family = CustomerPurchases(of: alone),
      try !isAlone(Hash64.of(family.account.rawValue), among: { $0 == key })
    else { return alone }
    let members = try members(of: family, upTo: CustomerPurchases.countMax)
    guard members.count <= CustomerPurchases.countMax else { return alone }
    let beside = try related(of: key, among: members)
    return beside.isEmpty ? alone : Subscriber.fold(events, related: beside)
  }

  private func related(of key: Int64, among members: [Int64]) throws -> [RelatedPurchase] {
    var related: [RelatedPurchase] = []
    for other in members where other != key {
      if let purchase = Subscriber.fold(try events(other), related: []) {
        related.append(RelatedPurchase(of: purchase, policy: policy))
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

  func id(_ key: Int64) throws -> SubscriptionID {
    try database.raw.fetch("SELECT id FROM subscriptions WHERE key = $1", [.integer(key)]) {
      SubscriptionID($0.text(0))
    }.first ?? ""
  }

  /// The stored row of a subscription.
  func storedRow(_ key: Int64) throws -> SubscriberProjection? { try writer.row(key) }

  // MARK: Comparing

  /// Compares the stored rows of subscriptions with what their events give, on another thread.
  func comparisons(
    of keys: ArraySlice<Int64>, at now: Timestamp
  ) throws -> Ahead<Result<[RowComparison], any Error>> {
    let policy = policy
    return try mapAhead(keys) { try RowComparison($0, at: now, policy: policy) }
  }

  /// Maps subscriptions as they are stored: on another thread, but for few.
  private func mapAhead<Value: Sendable>(
    _ keys: ArraySlice<Int64>,
    _ map: @escaping @Sendable (StoredSubscription) throws -> Value
  ) throws -> Ahead<Result<[Value], any Error>> {
    let sources = try keys.map(stored)
    return Ahead(from: sources.count) { Result { try sources.map(map) } }
  }

  /// The row and the events of a subscription, as they are stored.
  private func stored(_ key: Int64) throws -> StoredSubscription {
    var events: [[UInt8]] = []
    try eachStoredEvent(key) { _, bytes in events.append([UInt8](bytes)) }
    return StoredSubscription(
      key: key, row: try writer.storedRow(key), profile: try profile(ofRow: key), events: events)
  }

  /// Returns a Boolean value that indicates whether a stored row is what follows from its events
  /// and from the purchases beside it, and its columns and episodes repeat it.
  ///
  /// A row of another account than its events name was compared without that account's profile.
  func agrees(_ comparison: RowComparison, at now: Timestamp) throws -> Bool {
    let row = comparison.row
    var agrees = comparison.agrees
    if try isInFamily(row) || !agrees && hasProfiles {
      agrees = SubscriberProjection.agree(row.stored, try derived(row.key, at: now), at: now)
    }
    guard agrees, let stored = row.stored else { return agrees }
    return try writer.repeats(stored, key: row.key)
  }

  /// A Boolean value that indicates whether there are purchases beside a row's.
  private func isInFamily(_ row: RederivedRow) throws -> Bool {
    try row.familyMark.map { try !isAlone($0, among: { $0 == row.key }) } ?? false
  }

  // MARK: Writing

  /// Derives the rows of subscriptions and of the purchases beside them, and indexes the names
  /// that are new.
  ///
  /// Each subscription is folded alone first, since its family is known only then; families of
  /// more than one member are folded once more, together. While some rows are written, the next
  /// are derived.
  mutating func refresh(_ told: [Int64: ChangedSubscription], at now: Timestamp) throws {
    var families: [(mark: Int64, family: CustomerPurchases)] = []
    families.reserveCapacity(told.count)
    var names: [(number: Int64, text: [UInt8])] = []
    names.reserveCapacity(told.count)
    var parts = PartsAhead<RefreshedRows>(of: told.keys.sorted())
    while let part = try parts.next({ try derive($0, told, at: now) }) {
      // The first changes of the counters are taken over as they are, before any row adds others.
      writer.add(part.counters)
      for row in part.rows {
        families += row.families
        names += row.names
        try writer.write(row)
        recorder?.note(row, at: now)
      }
    }
    try pieces.add(names)
    try refresh(families, told, at: now)
  }

  /// Derives the rows of subscriptions without the purchases beside them: on another thread, but
  /// for few rows.
  private func derive(
    _ keys: ArraySlice<Int64>, _ told: [Int64: ChangedSubscription], at now: Timestamp
  ) throws -> Ahead<RefreshedRows> {
    let policy = policy
    let sources = try keys.compactMap { key in try told[key].map { try source(key, $0) } }
    return Ahead(from: sources.count) { RefreshedRows(sources, at: now, policy: policy) }
  }

  /// The events of a subscription, those stored before an event apart, and its stored row.
  private func source(_ key: Int64, _ told: ChangedSubscription) throws -> RowSource {
    if let all = told.events {
      return RowSource(key: key, told: all, profiles: try profiles(of: all.events))
    }
    var known: [SubscriptionEvent] = []
    var new = NumberedEvents()
    try eachEvent(key) { number, event in
      if number < told.firstNumber {
        known.append(event)
      } else {
        new.append(event, number: number)
      }
    }
    return RowSource(
      key: key, old: try writer.row(key), known: known, told: new,
      profiles: try profiles(of: known + new.events))
  }

  /// Derives the rows of families with more than one member, together.
  ///
  /// Families are looked up in the order of the index, which is large.
  private mutating func refresh(
    _ families: [(mark: Int64, family: CustomerPurchases)], _ told: [Int64: ChangedSubscription],
    at now: Timestamp
  ) throws {
    var done: Set<CustomerPurchases> = []
    for (mark, family) in families.sorted(by: { $0.mark < $1.mark }) {
      guard try !isAlone(mark, among: { told[$0] != nil }), done.insert(family).inserted
      else { continue }
      let members = try members(of: family, upTo: CustomerPurchases.countMax + told.count)
      let others = members.filter { told[$0] == nil }
      guard members.count > 1 || !others.isEmpty else { continue }
      if members.count <= CustomerPurchases.countMax {
        try refresh(family: members, at: now)
      } else if others.count <= CustomerPurchases.countMax {
        // They may have been few enough before, and each counts alone from now on.
        try rederive(others, at: now)
      }
    }
  }

  /// Indexes every name of some subscriptions.
  func indexNames(of keys: [Int64]) throws {
    let whole = ChangedSubscription(firstNumber: 0)
    var names: [(number: Int64, text: [UInt8])] = []
    for key in keys { names += TrigramIndex.texts(of: try source(key, whole).told) }
    try pieces.add(names)
  }

  /// Derives the rows of a family's members, together.
  mutating func refresh(family members: [Int64], at now: Timestamp) throws {
    let alone = try members.map { Subscriber.fold(try events($0), related: []) }
    let purchases = alone.map { $0.map { RelatedPurchase(of: $0, policy: policy) } }
    for (place, key) in members.enumerated() {
      var beside = purchases
      beside.remove(at: place)
      let subscriber = Subscriber.fold(try events(key), related: beside.compactMap { $0 })
      let new = try subscriber.map { subscriber in try row(of: subscriber, at: now) }
      try replace(try writer.row(key), with: new, key: key, at: now)
    }
  }

  private mutating func replace(
    _ old: SubscriberProjection?, with new: SubscriberProjection?, encoded: [UInt8]? = nil,
    key: Int64, at now: Timestamp
  ) throws {
    try writer.replace(old, with: new, encoded: encoded, key: key)
    recorder?.note(old, new, key: key, at: now)
  }

  /// Derives the rows of some subscriptions again, whose families stay as they are; while some are
  /// written, the next are derived.
  ///
  /// - Returns: The subscriptions.
  @discardableResult
  mutating func rederive(_ keys: [Int64], at now: Timestamp) throws -> [SubscriptionID] {
    var ids: [SubscriptionID] = []
    ids.reserveCapacity(keys.count)
    let policy = policy
    var parts = PartsAhead<Result<[(row: RederivedRow, encoded: [UInt8]?)], any Error>>(of: keys)
    while let part = try parts.next({ keys in
      try mapAhead(keys) {
        let row = try RederivedRow($0, at: now, policy: policy)
        return (row, row.encoded)
      }
    }) {
      for (row, encoded) in try part.get() {
        let isAlone = try !isInFamily(row) && !(row.isOfOtherAccount && hasProfiles)
        let new = isAlone ? row.fresh : try derived(row.key, at: now)
        // A row that is there and cannot be read is an error here.
        let old = try row.stored ?? writer.row(row.key)
        try replace(old, with: new, encoded: isAlone ? encoded : nil, key: row.key, at: now)
        if let id = (new ?? old)?.summary.id { ids.append(id) }
      }
    }
    return ids
  }

  /// Stores the changes that the rows tell.
  mutating func recordChanges() throws { try recorder?.flush(database) }

  /// Stores what the rows add to the counters, and the changes that they tell.
  mutating func flush() throws {
    try writer.flush()
    try Meta.note(database, rowsBy: policy)
    try recordChanges()
  }
}
