import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

/// The few facts about a ledger file that are not rows.
enum Meta {
  /// The facts, by the names that they have in the file.
  enum Fact: String {
    /// The position of the latest entry ever stored.
    case lastPosition
    /// The freshness of each store's events, as text.
    case feeds
    /// The instant that the rows stand at.
    case advancedTo
    /// A number that grows whenever blocks of a ``TextIndex`` are written.
    case textsVersion
    /// The key of the last row whose names are in a ``PeopleIndex`` that is being made; the
    /// greatest number once all are.
    case peopleThrough = "plainPeopleThrough"
    /// The build and policy that the rows were derived with, as one text.
    case derivedWith
    /// A number that grows whenever the product catalogue changes.
    case productsVersion
    /// For how long changes are kept in the outbox, in milliseconds.
    case outboxRetention
    /// The number of the latest change that was removed from the outbox for its age.
    case outboxRemoved
    /// The latest run over a list.
    case backfillRun
    /// 1 where an erasure has yet to overwrite what it removed.
    case erasing
  }

  private static let select = "SELECT value FROM meta WHERE name = $1"
  private static let insert = "INSERT OR REPLACE INTO meta (name, value) VALUES ($1, $2)"

  /// The position of the latest entry ever stored.
  static func lastPosition(_ database: Database) throws -> LedgerPosition {
    try integer(database, .lastPosition) ?? 0
  }

  /// The freshness of each store's events; in a file of a version that did not count them, by the
  /// latest event of each row, without the sandbox.
  ///
  /// - Complexity: O(1); O(*n*) for *n* rows of such a file, until something is stored in it.
  static func feeds(_ database: Database) throws -> StoreFeeds {
    let text = try database.raw.fetch(select, [.text(Fact.feeds.rawValue)]) { $0.text(0) }.first
    if let text { return StoreFeeds(text: text) }
    var feeds = StoreFeeds()
    let rows = try RawStatement(database, "SELECT row FROM subscribers")
    defer { rows.reset() }
    while try rows.step() {
      let row = try EventCodec.decode(row: rows.buffer(0)).summary
      feeds.add(
        store: row.store, app: row.app, environment: row.environment, at: row.lastEventAt)
    }
    return feeds
  }

  static func set(_ database: Database, feeds: StoreFeeds) throws {
    try database.raw.execute(insert, [.text(Fact.feeds.rawValue), .text(feeds.text)])
  }

  /// The instant that the rows stand at.
  static func advancedTo(_ database: Database) throws -> Timestamp? {
    try integer(database, .advancedTo).map(Timestamp.init(milliseconds:))
  }

  /// Moves the instant that the rows stand at, never back, and returns the instant that counts.
  static func advance(_ database: Database, to now: Timestamp) throws -> Timestamp {
    let stored = try advancedTo(database)
    if let stored, stored >= now { return stored }
    try set(database, .advancedTo, now.milliseconds)
    return now
  }

  /// Moves the instant of the rows, also back, in a ledger that has rows; no feed arrived after
  /// it.
  static func set(_ database: Database, statusAt now: Timestamp) throws {
    guard let stored = try advancedTo(database), stored != now else { return }
    try set(database, .advancedTo, now.milliseconds)
    var feeds = try feeds(database)
    feeds.forget(after: now)
    try set(database, feeds: feeds)
  }

  /// For how long changes are kept in the outbox.
  static func outboxRetention(_ database: Database) throws -> Duration {
    try integer(database, .outboxRetention).map { .milliseconds($0) } ?? OutboxRetention.usual
  }

  /// Selects the number of the latest change that was removed from the outbox for its age, and of
  /// the latest of all.
  static let selectOutboxBounds = """
    SELECT (SELECT value FROM meta WHERE name = '\(Fact.outboxRemoved.rawValue)'),
      (SELECT seq FROM sqlite_sequence WHERE name = 'changes')
    """

  /// The build and policy that the rows were derived with, as one text.
  static func derivation(_ database: Database) throws -> String? {
    try database.raw.fetch(select, [.text(Fact.derivedWith.rawValue)]) { $0.text(0) }.first
  }

  static func set(_ database: Database, derivation: String) throws {
    try database.raw.execute(insert, [.text(Fact.derivedWith.rawValue), .text(derivation)])
  }

  /// Notes that rows were written with a policy: where others were derived by other rules, whoever
  /// opens the file next derives all of them again.
  static func note(_ database: Database, rowsBy policy: ChurnPolicy) throws {
    guard try !follow(database, policy) else { return }
    try set(database, derivation: "mixed")
  }

  /// Stores what rows were derived with, unless some follow other rules than a policy's.
  static func stamp(
    _ database: Database, _ derivation: String, ifRowsBy policy: ChurnPolicy
  ) throws {
    if try follow(database, policy) { try set(database, derivation: derivation) }
  }

  /// Returns whether the rows, if there are any, follow the rules of a policy.
  private static func follow(_ database: Database, _ policy: ChurnPolicy) throws -> Bool {
    try derivation(database)?.hasSuffix(" " + ruleText(of: policy)) ?? true
  }

  /// The text for this build and a policy: equal texts mean equal rows.
  static func derivation(of policy: ChurnPolicy) -> String {
    let products = policy.products
    let mark =
      products.isEmpty
      ? "none" : String(Hash64.of(EffectivePolicy.text(of: products)), radix: 16)
    return derivation(of: policy, products: mark)
  }

  /// The text in its place while rows are derived with other products.
  static func pendingProducts(of policy: ChurnPolicy) -> String {
    derivation(of: policy, products: "pending")
  }

  /// The cause for deriving rows again with a policy.
  static func cause(
    ofDeriving stored: String, with policy: ChurnPolicy
  ) -> RebuildProgress.Cause {
    guard stored.hasSuffix(" " + ruleText(of: policy)) else { return .policy }
    return stored.hasPrefix(form + productsWord) ? .products : .form
  }

  private static func derivation(of policy: ChurnPolicy, products: String) -> String {
    form + productsWord + products + " " + ruleText(of: policy)
  }

  /// The form of rows and counters.
  private static var form: String {
    "\(Schema.derivedVersion) rules \(Subscriber.rules) counters \(CounterKind.rules) "
      + RowColumns.text
  }

  private static let productsWord = " products="

  /// The policy as text, without the products, which may be many.
  ///
  /// Every transaction asks for it, so the latest one is kept.
  private static func ruleText(of policy: ChurnPolicy) -> String {
    var policy = policy
    policy.products = .empty
    let rules = policy
    return latestRules.withLock { latest in
      if let latest, latest.rules == rules { return latest.text }
      let text = EffectivePolicy.text(of: rules)
      latest = (rules, text)
      return text
    }
  }

  private static let latestRules = Mutex<(rules: ChurnPolicy, text: String)?>(nil)

  /// Returns a fact that is a number; `nil` where the file does not have it.
  static func integer(_ database: Database, _ fact: Fact) throws -> Int64? {
    try database.raw.integer(select, [.text(fact.rawValue)])
  }

  /// Stores a fact that is a number.
  static func set(_ database: Database, _ fact: Fact, _ value: Int64) throws {
    try database.raw.execute(insert, [.text(fact.rawValue), .integer(value)])
  }

  /// Adds one to a fact that is a number, and returns the number.
  @discardableResult
  static func grow(_ database: Database, _ fact: Fact) throws -> Int64 {
    let number = try (integer(database, fact) ?? 0) + 1
    try set(database, fact, number)
    return number
  }
}
