#if Postgres
  import EventLedger
  import Foundation
  import LedgerRows
  import SubscriptionCore

  /// One transaction that writes, while which no other writes to the ledger.
  ///
  /// Statements without an answer are collected and sent together at the end.
  final class LedgerTransaction {
    /// The connection, on which the transaction is open.
    let connection: PostgresConnection
    /// The facts about the ledger, stored at the end where they have changed.
    var head: LedgerHead
    /// The policy in force.
    var effective: EffectivePolicy
    /// The number of the transaction, by which the server tells whether it was committed.
    let number: TransactionNumber
    /// The server's clock at the beginning, and the time by which another may be ahead of it;
    /// `nil` where any may.
    private let clock: (now: Timestamp, aheadMax: Duration)?
    private let before: LedgerHead
    private var gathered: [TransactionStep] = []
    /// A connection that reads what is committed while another thread sends on the transaction's
    /// own; `nil` where one does for both.
    private let reader: PostgresConnection?
    private let sender: StepSender

    /// The policy that rows are derived with.
    var policy: ChurnPolicy { effective.policy }

    /// Begins a transaction, which waits for those that were begun before.
    init(
      _ connection: PostgresConnection, _ effective: EffectivePolicy, location: String,
      aheadMax: Duration?, reader: PostgresConnection? = nil
    ) throws {
      self.connection = connection
      self.reader = reader
      sender = StepSender(connection)
      let planning = try Self.planning("SET LOCAL", connection.layout())
      try connection.script("\(Self.begin); \(planning)")
      let row = try connection.query(LedgerHead.lock)
      head = try LedgerHead(row)
      before = head
      let serverNow = Timestamp(milliseconds: row.integer(0, 14))
      clock = aheadMax.map { (serverNow, $0) }
      number = TransactionNumber(row, 15)
      try head.check(location)
      try connection.awaitWorkers()
      self.effective = try effective.current(head, connection)
    }

    /// The beginning of whatever writes: one that is cut off keeps others waiting for a minute at
    /// most.
    static let begin = """
      BEGIN; SET LOCAL lock_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '60s'
      """

    /// The settings by which the server plans the statements of a writer.
    ///
    /// A statement that comes again has one plan whatever its arrays hold: to plan one with fifty
    /// of them takes longer than to run it. A plan that was made while a table was empty must serve
    /// when it is full, and not compare every row with every element of an array. A scan that
    /// cannot be avoided then looks so dear that the server would compile it each time. Which
    /// machines a statement goes to depends on its values.
    static func planning(_ set: String, _ layout: TableLayout) -> String {
      let plans = layout == .oneServer ? "force_generic_plan" : "force_custom_plan"
      return ["plan_cache_mode = \(plans)", "enable_seqscan = off", "jit = off"]
        .map { "\(set) \($0)" }.joined(separator: "; ")
    }

    /// Moves the instant that the rows stand at: never back, and never far ahead of the server's
    /// clock where that is the ledger's.
    ///
    /// - Returns: The instant that counts.
    func advance(to now: Timestamp) -> Timestamp {
      head.advance(to: believed(now))
    }

    /// The present by the clock that counts: of one too far ahead it is the server's.
    private func believed(_ now: Timestamp) -> Timestamp {
      guard let clock, now - clock.now > clock.aheadMax else { return now }
      return clock.now
    }

    /// Moves the instant that the rows stand at, also back, in a ledger that has rows, but never
    /// far from the server's clock where that is the ledger's; no feed arrived after it.
    func moveRows(to wanted: Timestamp) {
      var instant = believed(wanted)
      // A clock that is far behind the server's would turn back everybody's rows.
      if let clock, clock.now - instant > clock.aheadMax { instant = clock.now }
      guard let stands = head.advancedTo, stands != instant else { return }
      head.advancedTo = instant
      var feeds = StoreFeeds(text: head.feeds)
      feeds.forget(after: instant)
      head.feeds = feeds.text
    }

    /// Gathers a statement, which runs before the next one that is waited for or at the end.
    func add(_ sql: String, _ values: [SQLValue] = []) {
      gathered.append(.statement(SQLStatement(sql, values)))
    }

    /// Gathers new rows, given column by column.
    func insert(_ target: TableInsert, _ columns: [SQLValue]) {
      let count = columns.first?.rowCount ?? 0
      guard count >= TableInsert.copiedMin else {
        if count > 0 { add(target.statement, columns) }
        return
      }
      gathered.append(.copy(target.copy, columns))
    }

    /// The connection that reads what was committed before the transaction, which has not
    /// changed since.
    ///
    /// It may show what the transaction itself has stored, or not.
    var reading: PostgresConnection { reader ?? connection }

    /// Runs what was gathered, in order.
    func flush() throws {
      sender.wait()
      try sender.check()
      let steps = gathered
      gathered = []
      try connection.run(steps)
    }

    /// Lets another thread run what was gathered, where there is a connection to read by meanwhile.
    func send() {
      guard reader != nil, !gathered.isEmpty else { return }
      sender.send(gathered)
      gathered = []
    }

    /// Waits until nothing runs any more, whatever comes of it.
    func settle() { sender.wait() }

    /// Runs a query behind everything that was gathered.
    func query(_ sql: String, _ values: [SQLValue] = []) throws -> QueryResult {
      try flush()
      return try connection.query(sql, values)
    }

    /// Stores the head where it has changed and whatever is left.
    func finish() throws {
      if head != before {
        let update = head.update(over: before)
        gathered.append(.statement(update))
      }
      try flush()
    }
  }

  extension EffectivePolicy {
    /// Returns a Boolean value that indicates whether another was read later from the ledger.
    func isNewer(than other: EffectivePolicy) -> Bool {
      (policyVersion, productsVersion) > (other.policyVersion, other.productsVersion)
    }

    /// Returns the policy and the products that a ledger has, read where somebody has changed them.
    func current(_ head: LedgerHead, _ connection: PostgresConnection) throws -> EffectivePolicy {
      var current = self
      if head.policyVersion != policyVersion {
        current = try EffectivePolicy(stored: connection, version: head.policyVersion)
      }
      if head.productsVersion != current.productsVersion {
        current.take(try connection.products(), version: head.productsVersion)
      }
      return current
    }

    /// Reads the policy that the ledger keeps.
    init(stored connection: PostgresConnection, version: Int64) throws {
      let text = try EffectivePolicy.text(of: version, connection)
      guard let policy = try? JSONDecoder().decode(ChurnPolicy.self, from: Data(text.utf8)) else {
        throw PostgresError(state: "XX001", "this program cannot read the ledger's policy")
      }
      self.init(policy, version: version)
    }

    /// The text of the policy of a version that the ledger keeps.
    static func text(of version: Int64, _ connection: PostgresConnection) throws -> String {
      let row = try connection.query(
        "SELECT policy FROM policies WHERE version = $1", [.integer(version)])
      return row.count > 0 ? row.text(0, 0) : ""
    }

    /// The statement that stores a policy.
    static let insert = "INSERT INTO policies (version, policy) VALUES ($1, $2)"
  }
#endif
