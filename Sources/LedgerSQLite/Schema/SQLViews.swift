import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The views through which other programs ask a ledger in SQL, with words in place of codes.
///
/// They call no function of churntop, so that any program that reads SQLite can use them. Their
/// names and columns are a promise to those programs: a column may be added, none changes its
/// meaning. The article <doc:AskingInSQL> describes them.
enum SQLViews {
  /// A view and the statement that creates it.
  struct View: Sendable {
    let name: String
    /// The statement.
    let sql: String

    /// Creates a view from its columns and the rest of its query.
    init(_ name: String, _ columns: [[Column]], _ rest: String) {
      let list = columns.joined().map { "\($0.sql) AS \($0.name)" }.joined(separator: ",\n  ")
      self.name = name
      sql = "CREATE VIEW \(name) AS\nSELECT\n  \(list)\n\(rest)"
    }
  }

  /// A column of a view.
  struct Column: Sendable {
    /// The types of expressions.
    enum Kind: String { case integer, real, text }

    let name: String
    /// Its expression.
    let sql: String

    /// Creates a column that is a table's.
    init(_ name: String, _ column: String? = nil) { (self.name, sql) = (name, column ?? name) }

    /// Creates a column from an expression, whose type newer versions of SQLite tell other programs
    /// by the cast.
    init(_ name: String, _ kind: Kind, _ expression: String) {
      (self.name, sql) = (name, "CAST(\(expression) AS \(kind.rawValue.uppercased()))")
    }
  }

  /// Every view.
  static let all = [subscribers, events, episodes, ends, refunds, daily]

  /// Drops the views of a file.
  static func drop(_ database: Database) throws {
    for view in all { try database.execute(sql: "DROP VIEW IF EXISTS \(view.name)") }
  }

  /// Creates the views of a file again.
  static func renew(_ database: Database) throws {
    try drop(database)
    for view in all { try database.execute(sql: view.sql) }
  }

  /// A Boolean value that indicates whether a file has the views of this build, whose words for
  /// codes are part of them.
  static func areCurrent(_ database: Database) throws -> Bool {
    let stored = try String.fetchSet(
      database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'view'")
    return all.allSatisfy { stored.contains($0.sql) }
  }

  // MARK: Views

  private static let subscribers = View(
    "v_subscribers",
    [
      [
        Column("id"), words("store", of: .store), words("environment", of: .environment),
        Column("app"), Column("account"), Column("name"), Column("email"), tags,
        Column("country", .text, "upper(country)"), Column("product"), period,
        Column("next_product", "nextProduct"), words("state", of: .state),
      ],
      instant("state_since", of: .stateSince), [Column("has_access", "access")],
      instant("loses_access_at", of: .losesAt), [Column("auto_renews", "autoRenew")],
      instant("paid_through", of: .paidThrough),
      instant("renews_at", of: .renewsAt),
      instant("resumes_at", of: .resumesAt),
      instant("grace_ends_at", of: .graceEnds),
      instant("retry_ends_at", of: .retryEnds),
      instant("ended_at", of: .endedAt),
      [
        words("end_cause", of: .cause), words("end_reason", of: .reason),
        Column("price", .real, "price / 1000000.0"),
        Column("price_currency", .text, "upper(currency)"),
        Column("mrr", .real, "mrr / 1000000.0"),
        Column("mrr_currency", .text, "upper(mrrCurrency)"),
        words("prompt", of: .verdict),
        words("prompt_withheld_reason", of: .withheld),
        Column("prompt_step", .integer, "step + 1"), Column("prompt_rule", "rule"),
        Column("prompts_shown", "shown"),
      ],
      instant("prompt_due_at", of: .dueAt),
      instant("snoozed_until", of: .snoozedUntil),
      [flags, Column("anomalies"), Column("claimed_by", "claimed")],
      instant("refresh_requested_at", of: .refreshRequestedAt),
      instant("last_event_at", of: .lastEventAt),
      instant("next_change_at", of: .nextChangeAt),
      instant("access_ends_at", of: .accessEndsAt),
      [Column("access_known", "accessKnown")],
    ],
    "FROM subscribers")

  private static let events = View(
    "v_events",
    [
      [
        Column("position", .integer, "e.number >> \(EventNumber.bits)"),
        Column("place", .integer, "e.number & \(EventNumber.perEntryMax - 1)"),
        Column("event_id", "e.id"), Column("subscription_id", "s.id"), Column("kind", "e.kind"),
        words(
          "source", "e.source", EventSource.allCases.map { (code: $0.code, word: $0.rawValue) }),
        words("store", of: .store, in: "r."),
        words("environment", of: .environment, in: "r."),
      ],
      instant("effective_at", "e.effectiveAt"), instant("stated_at", "e.statedAt"),
      instant("recorded_at", "e.recordedAt"),
    ],
    """
    FROM events e JOIN subscriptions s ON s.key = e.subscription
    LEFT JOIN subscribers r ON r.key = e.subscription
    WHERE e.isRepeat = 0
    """)

  /// The columns that tell whose a row is.
  private static let owner = [
    Column("subscription_id", "r.id"), words("store", of: .store, in: "r."),
    Column("app", "r.app"), Column("product", "r.product"),
    Column("country", .text, "upper(r.country)"),
  ]

  private static let episodes = View(
    "v_episodes",
    [
      owner,
      instant("failed_at", "e.failedAt"),
      [
        Column("outcome", .text, "substr(e.class, 1, instr(e.class, '/') - 1)"),
        Column("entered_grace", .integer, "instr(e.class, '/g') > 0"),
        Column("entered_hold", .integer, "substr(e.class, -1) = 'h'"),
      ],
      instant("hold_started_at", "e.holdStartedAt"), instant("ended_at", "e.endedAt"),
      instant("grace_ends_at", "e.graceEnds"), instant("retry_ends_at", "e.retryEnds"),
      [
        Column("billing_period", "e.plan"), Column("price", .real, "e.price / 1000000.0"),
        Column("price_currency", "e.currency"), Column("is_first_payment", "e.isFirstPayment"),
        Column(
          "prompts_shown", .integer, "ifnull(length(e.prompts), 0) / \(PackedPrompts.stride)"),
      ],
    ],
    "FROM episodes e JOIN subscribers r ON r.key = e.subscription")

  private static let ends = View(
    "v_ends",
    [
      owner, instant("ended_at", "m.at"),
      [
        words(
          "cause", "m.kind",
          Moment.Kind.ends.compactMap { kind in
            kind.cause.map { (code: kind.rawValue, word: $0.rawValue) }
          })
      ],
    ],
    moments + "m.kind <> \(Moment.Kind.refund.rawValue)")

  private static let refunds = View(
    "v_refunds", [owner, instant("refunded_at", "m.at")],
    moments + "m.kind = \(Moment.Kind.refund.rawValue)")

  private static let moments =
    "FROM moments m JOIN subscribers r ON r.key = m.subscription\nWHERE "

  private static let daily = View(
    "v_daily",
    [
      [
        Column("day", .text, "strftime('%Y-%m-%d', bucket / 1000, 'unixepoch')"),
        Column("failed_payments", .integer, sum(.episode)),
      ],
      BillingEpisode.Outcome.allCases.map { outcome in
        let name = outcome == .open ? "still_open" : snake(outcome.rawValue)
        return Column(name, .integer, sum(.episode, "instr(variant, '\(outcome.rawValue)/') = 1"))
      },
      [
        Column("entered_grace", .integer, sum(.episode, "\(entered) LIKE 'g%'")),
        Column("entered_hold", .integer, sum(.episode, "\(entered) IN ('h/', 'gh')")),
      ],
      ChurnCause.allCases.map { cause in
        Column("ended_\(cause.rawValue)", .integer, sum(.ended, "variant = '\(cause.rawValue)'"))
      },
      [
        Column("ended_without_cause", .integer, sum(.ended, "variant = ''")),
        Column("started", .integer, sum(.started)), Column("renewals", .integer, sum(.renewal)),
        Column("refunded_payments", .integer, sum(.refund)),
      ],
      ChurnCause.allCases.map { cause in
        Column("ends_\(cause.rawValue)", .integer, sum(.end, "variant = '\(cause.rawValue)'"))
      },
      [Column("ends_without_cause", .integer, sum(.end, "variant = ''"))],
      SubscriptionState.allCases.map { state in
        Column("in_\(snake(state.rawValue))", .integer, count(atEndOfDayIn: state))
      },
      [Column("exempt_from_churn", .integer, exemptAtEndOfDay)],
    ],
    """
    FROM (
      SELECT kind, variant, count, min(bucket, (
        SELECT value - value % 86400000 FROM meta WHERE name = 'advancedTo')) AS bucket
      FROM counters
      WHERE kind IN (\(dailyKinds)) AND facet = '' AND bucket < \(CounterKind.undated))
    GROUP BY bucket
    """)

  /// The kinds of counters that days are made of.
  private static let dailyKinds =
    [CounterKind.ended, .end, .episode, .standing, .exempt, .renewal, .started, .refund]
    .map { "\($0.rawValue)" }.joined(separator: ", ")

  /// The letters for grace and for hold in the variant of an episode, with the sign behind one.
  private static let entered = "substr(variant, instr(variant, '/') + 1, 2)"

  /// The subscriptions in a state at the end of a day: those of now, less those that came into the
  /// state on later days.
  private static func count(atEndOfDayIn state: SubscriptionState) -> String {
    let isState = "instr(variant, '\(state.rawValue)/') = 1"
    return count(.state, isState) + less(.standing, isState)
  }

  /// The subscriptions that had not ended at the end of a day but that no churn rate counts.
  private static let exemptAtEndOfDay = count(.exempt, "facet = ''") + less(.exempt)

  /// The sum of a kind over all days.
  private static func count(_ kind: CounterKind, _ condition: String) -> String {
    """
    (SELECT ifnull(sum(count), 0) FROM counters
      WHERE kind = \(kind.rawValue) AND \(condition))
    """
  }

  /// The subtraction of what a kind counts on later days.
  private static func less(_ kind: CounterKind, _ condition: String = "1") -> String {
    """

    - ifnull(sum(\(sum(kind, condition))) OVER (
      ORDER BY bucket DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
    """
  }

  // MARK: Expressions

  /// An instant twice: as ISO 8601 in UTC, and as whole seconds since 1970.
  private static func instant(_ name: String, _ column: String) -> [Column] {
    let text = "strftime('%Y-%m-%dT%H:%M:%SZ', \(column) / 1000, 'unixepoch')"
    return [
      Column(name, .text, text), Column(name + "_unix", .integer, "\(column) / 1000"),
    ]
  }

  /// The instant of a field of subscribers, twice.
  private static func instant(_ name: String, of field: SubscriberField) -> [Column] {
    instant(name, field.columnName)
  }

  /// The word that a code represents among the choices of a field.
  private static func words(
    _ name: String, of field: SubscriberField, in table: String = ""
  ) -> Column {
    words(
      name, table + field.columnName,
      field.codedChoices.enumerated().map { (code: Int64($0), word: $1) })
  }

  private static func words(
    _ name: String, _ column: String, _ words: [(code: Int64, word: String)]
  ) -> Column {
    let cases = words.map { "WHEN \($0.code) THEN '\($0.word)'" }.joined(separator: " ")
    return Column(name, .text, "CASE \(column) \(cases) END")
  }

  /// The flags that hold, separated by commas.
  private static let flags: Column = {
    let texts = SubscriberField.flags.codedChoices.enumerated().map { place, flag in
      "CASE WHEN flags & \(1 << place) THEN '\(flag), ' ELSE '' END"
    }
    return Column("flags", .text, "rtrim(\(texts.joined(separator: " || ")), ', ')")
  }()

  /// A query over the texts of a packed list (``PackedTexts``), each an `item` of `part`.
  ///
  /// The two lower bytes of a length are read, since no text of a list is longer.
  private static func parts(of list: SubscriberField, _ query: String) -> String {
    let digits = [(1, 16), (2, 1), (3, 4_096), (4, 256)].map { place, worth in
      "\(worth) * instr('123456789ABCDEF', substr(hex(substr(rest, 1, 2)), \(place), 1))"
    }
    let length = "(\(digits.joined(separator: " + ")))"
    return """
      (WITH RECURSIVE part(rest, item) AS (
        SELECT \(list.columnName), NULL
        UNION ALL
        SELECT substr(rest, 5 + \(length)), CAST(substr(rest, 5, \(length)) AS TEXT)
        FROM part WHERE length(rest) > 4)
      \(query))
      """
  }

  /// The tags, separated by commas.
  private static let tags = Column(
    "tags", .text, parts(of: .tags, "SELECT group_concat(item, ', ') FROM part"))

  /// The billing period among the words of a plan, where product, period and name follow each
  /// other.
  private static let period = Column(
    "billing_period", .text,
    parts(
      of: .plan,
      """
      SELECT upper(item) FROM part WHERE item GLOB 'p[0-9]*[dwmy]' ORDER BY length(rest) LIMIT 1
      """))

  /// The sum of a day's counters of one kind, or of those that satisfy a condition.
  private static func sum(_ kind: CounterKind, _ condition: String = "1") -> String {
    "sum(CASE WHEN kind = \(kind.rawValue) AND \(condition) THEN count ELSE 0 END)"
  }

  /// A name of code as a name of SQL: `recoveredInGrace` is `recovered_in_grace`.
  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}

extension EventSource {
  /// The code of the source in a file, which never changes.
  var code: Int64 {
    switch self {
    case .appStoreNotification: 0
    case .appStoreNotificationV1: 1
    case .appStoreServerAPI: 2
    case .appStoreReceipt: 3
    case .googlePlayNotification: 4
    case .googlePlaySubscription: 5
    case .googlePlaySubscriptionV1: 6
    case .googlePlayVoidedPurchase: 7
    case .operatorAction: 8
    case .app: 9
    }
  }
}
