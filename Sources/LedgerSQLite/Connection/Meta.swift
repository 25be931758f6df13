import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The few facts about a ledger file that are not rows.
enum Meta {
  private static let positionName = "lastPosition"
  private static let feedsName = "feeds"
  private static let advancedName = "advancedTo"
  private static let textsName = "textsVersion"
  private static let policyName = "derivedWith"
  private static let productsName = "productsVersion"
  private static let outboxRetentionName = "outboxRetention"
  private static let outboxRemovedName = "outboxRemoved"
  private static let backfillName = "backfillRun"
  private static let erasingName = "erasing"

  private static let select = "SELECT value FROM meta WHERE name = $1"
  private static let insert = "INSERT OR REPLACE INTO meta (name, value) VALUES ($1, $2)"

  /// The position of the latest entry ever stored.
  static func lastPosition(_ database: Database) throws -> LedgerPosition {
    try integer(database, positionName) ?? 0
  }

  static func set(_ database: Database, lastPosition: LedgerPosition) throws {
    try set(database, positionName, lastPosition)
  }

  /// The freshness of each store's events; in a file of a version that did not count them, by the
  /// latest event of each row, without the sandbox.
  ///
  /// - Complexity: O(1); O(*n*) for *n* rows of such a file, until something is stored in it.
  static func feeds(_ database: Database) throws -> StoreFeeds {
    let text = try database.raw.fetch(select, [.text(feedsName)]) { $0.text(0) }.first
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
    try database.raw.execute(insert, [.text(feedsName), .text(feeds.text)])
  }

  /// The instant that the rows stand at.
  static func advancedTo(_ database: Database) throws -> Timestamp? {
    try integer(database, advancedName).map(Timestamp.init(milliseconds:))
  }

  /// Moves the instant that the rows stand at, never back.
  ///
  /// - Returns: The instant that counts.
  static func advance(_ database: Database, to now: Timestamp) throws -> Timestamp {
    let stored = try advancedTo(database)
    if let stored, stored >= now { return stored }
    try set(database, advancedName, now.milliseconds)
    return now
  }

  /// Moves the instant that the rows stand at, also back, in a ledger that has rows; no feed was
  /// heard after it.
  static func set(_ database: Database, statusAt now: Timestamp) throws {
    guard let stored = try advancedTo(database), stored != now else { return }
    try set(database, advancedName, now.milliseconds)
    var feeds = try feeds(database)
    feeds.forget(after: now)
    try set(database, feeds: feeds)
  }

  /// A number that grows whenever blocks of a ``TextIndex`` are written.
  static func textsVersion(_ database: Database) throws -> Int64 {
    try integer(database, textsName) ?? 0
  }

  static func countTextsVersion(_ database: Database) throws {
    try set(database, textsName, try textsVersion(database) + 1)
  }

  /// A number that grows whenever the product catalogue changes.
  static func productsVersion(_ database: Database) throws -> Int64 {
    try integer(database, productsName) ?? 0
  }

  static func set(_ database: Database, productsVersion: Int64) throws {
    try set(database, productsName, productsVersion)
  }

  /// For how long changes are kept in the outbox.
  static func outboxRetention(_ database: Database) throws -> Duration {
    try integer(database, outboxRetentionName).map { .milliseconds($0) } ?? OutboxRetention.usual
  }

  static func set(_ database: Database, outboxRetention: Duration) throws {
    try set(database, outboxRetentionName, outboxRetention.wholeMilliseconds)
  }

  /// Selects the number of the latest change that was removed from the outbox for its age, and of
  /// the latest of all.
  static let selectOutboxBounds = """
    SELECT (SELECT value FROM meta WHERE name = '\(outboxRemovedName)'),
      (SELECT seq FROM sqlite_sequence WHERE name = 'changes')
    """

  static func set(_ database: Database, outboxRemoved: Int64) throws {
    try set(database, outboxRemovedName, outboxRemoved)
  }

  /// The number of a new run over a list, one more than the last.
  static func nextBackfillRun(_ database: Database) throws -> Int64 {
    let run = try (integer(database, backfillName) ?? 0) + 1
    try set(database, backfillName, run)
    return run
  }

  /// A Boolean value that indicates whether an erasure has yet to overwrite what it removed.
  static func isErasing(_ database: Database) throws -> Bool {
    try integer(database, erasingName) == 1
  }

  static func set(_ database: Database, isErasing: Bool) throws {
    try set(database, erasingName, isErasing ? 1 : 0)
  }

  /// The build and policy that the rows were derived with, as one text.
  static func derivation(_ database: Database) throws -> String? {
    try database.raw.fetch(select, [.text(policyName)]) { $0.text(0) }.first
  }

  static func set(_ database: Database, derivation: String) throws {
    try database.raw.execute(insert, [.text(policyName), .text(derivation)])
  }

  /// Notes that rows were written with a policy: where others were derived by other rules, whoever
  /// opens the file next derives all of them anew.
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

  /// The cause for deriving rows anew with a policy.
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
  private static func ruleText(of policy: ChurnPolicy) -> String {
    var rules = policy
    rules.products = .empty
    return EffectivePolicy.text(of: rules)
  }

  private static func integer(_ database: Database, _ name: String) throws -> Int64? {
    try database.raw.fetch(select, [.text(name)]) { $0.integer(0) }.first
  }

  private static func set(_ database: Database, _ name: String, _ value: Int64) throws {
    try database.raw.execute(insert, [.text(name), .integer(value)])
  }
}
