import EventLedger
import Foundation
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Every question is asked by ``PlainSQLite``, which knows no function of this project.
@Suite struct `The views for other programs` {
  private let ledger: SQLiteLedger
  private let plain: PlainSQLite
  private let folder: TemporaryFolder
  private let now = SampleWorld.middle + .hours(11)

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file()
    let world = SampleWorld(seed: 5, subscriptions: 150)
    ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(world.entries, now: now)
    try ledger.putProfiles(world.profiles)
    plain = try PlainSQLite(reading: path)
  }

  private func rows() throws -> [SubscriberSummary] {
    try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
  }

  /// The cells of instants, each as text and in seconds.
  private func cells(_ instants: [String: Timestamp?]) -> [String: String] {
    var cells: [String: String] = [:]
    for case (let name, let instant?) in instants {
      let seconds = instant.milliseconds / 1_000
      cells[name] = Timestamp(seconds: seconds).rfc3339
      cells[name + "_unix"] = "\(seconds)"
    }
    return cells
  }

  private func folded(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : Filter.foldCase($0) }
  }

  private func amount(_ money: Money?) -> String? {
    money.map { "\(Double($0.micros) / 1_000_000)" }
  }

  // MARK: Subscribers

  private func expected(_ row: SubscriberSummary) -> [String: String] {
    let status = row.status
    var cells = cells([
      "state_since": status.stateSince, "loses_access_at": status.losesAccessAt,
      "paid_through": status.paidThrough, "renews_at": status.renewsAt,
      "resumes_at": status.resumesAt, "grace_ends_at": status.graceEnds,
      "retry_ends_at": status.retryEnds, "ended_at": status.end?.at,
      "prompt_due_at": status.prompt.verdict.instant, "snoozed_until": row.snoozedUntil,
      "refresh_requested_at": row.refreshRequestedAt, "last_event_at": row.lastEventAt,
      "next_change_at": status.nextChangeAt,
      "access_ends_at": status.access.granted ? status.losesAccessAt : status.access.until,
    ])
    cells["id"] = row.id.rawValue
    cells["store"] = row.store.rawValue
    cells["environment"] = row.environment.rawValue
    cells["app"] = folded(row.app?.rawValue)
    cells["account"] = row.account?.rawValue
    cells["name"] = folded(row.profile?.name)
    cells["email"] = folded(row.profile?.email)
    cells["tags"] = folded(row.profile?.tags.joined(separator: ", "))
    cells["country"] = row.country?.uppercased()
    cells["product"] = row.product.rawValue.isEmpty ? nil : row.product.rawValue
    cells["billing_period"] = row.plan?.description
    cells["next_product"] = folded(status.pendingProduct?.rawValue)
    cells["state"] = status.state.rawValue
    cells["has_access"] = status.access.granted ? "1" : "0"
    cells["access_known"] = status.isAccessKnown ? "1" : "0"
    cells["auto_renews"] = status.autoRenew.map { $0 ? "1" : "0" }
    cells["end_cause"] = status.end?.cause?.rawValue
    cells["end_reason"] = status.end?.reason.rawValue
    cells["price"] = amount(row.price)
    cells["price_currency"] = row.price?.currency.uppercased()
    cells["mrr"] = amount(row.mrr)
    cells["mrr_currency"] = row.mrr?.currency.uppercased()
    add(status.prompt, to: &cells)
    let flags = SubscriptionFlag.allCases.filter { status.flags.contains($0) }
    cells["flags"] = flags.map(\.rawValue).joined(separator: ", ")
    cells["anomalies"] = "\(row.anomalyCount)"
    cells["claimed_by"] = folded(row.claimedBy)
    return cells
  }

  private func add(_ prompt: PromptDecision, to cells: inout [String: String]) {
    switch prompt.verdict {
    case .due: cells["prompt"] = "now"
    case .scheduled: cells["prompt"] = "scheduled"
    case .withheld(let reason):
      cells["prompt"] = "withheld"
      cells["prompt_withheld_reason"] = reason.rawValue
    }
    cells["prompt_step"] = prompt.step.map { "\($0.rawValue)" }
    cells["prompt_rule"] = folded(prompt.rule)
    cells["prompts_shown"] = "\(prompt.shownInEpisode)"
  }

  @Test func `show subscribers as lists do`() throws {
    let rows = try rows()
    #expect(Set(rows.map(\.status.state)).count > 5)
    let shown = try plain.rows("SELECT * FROM v_subscribers ORDER BY id")
    try #require(shown.count == rows.count)
    for (shown, row) in zip(shown, rows) { #expect(shown == expected(row)) }
  }

  @Test func `say of whom it is not known whether they have access`() throws {
    try ledger.advance(to: now + .days(400))
    let unknown = try rows().filter { !$0.status.isAccessKnown }.map(\.id.rawValue)
    #expect(!unknown.isEmpty)
    let shown = try plain.rows("SELECT id FROM v_subscribers WHERE access_known = 0 ORDER BY id")
    #expect(shown.map { $0["id"] } == unknown)
  }

  // MARK: Events

  @Test func `show each event that counts once`() throws {
    var expected: Set<[String: String]> = []
    for row in try rows() {
      for stored in try ledger.events(of: row.id) {
        let event = stored.event
        let told = try #require(try ledger.entry(at: stored.position)).events
        let place = try #require(told.firstIndex(of: event))
        let texts: [String: String?] = [
          "position": "\(stored.position)", "place": "\(place)", "event_id": event.id.rawValue,
          "subscription_id": row.id.rawValue, "kind": event.kind.rawValue,
          "source": event.source.rawValue, "store": row.store.rawValue,
          "environment": row.environment.rawValue,
        ]
        let instants = cells([
          "effective_at": event.effectiveAt, "stated_at": event.statedAt,
          "recorded_at": event.recordedAt,
        ])
        expected.insert(texts.compactMapValues { $0 }.merging(instants) { text, _ in text })
      }
    }
    let shown = try plain.rows("SELECT * FROM v_events")
    #expect(shown.count == expected.count)
    #expect(Set(shown) == expected)
    #expect(Set(shown.map { $0["source"] }).count > 2)
  }

  @Test func `give every source a number of its own`() {
    #expect(Set(EventSource.allCases.map(\.code)).count == EventSource.allCases.count)
  }

  @Test func `find the events of one subscription by an index`() throws {
    let plan = try plain.rows(
      "EXPLAIN QUERY PLAN SELECT * FROM v_events WHERE subscription_id = 'as_1001'")
    #expect(plan.contains { $0["detail"]?.contains("eventsOnce (subscription=?") == true })
  }

  // MARK: Episodes and days

  private func episodes() throws -> [(row: SubscriberSummary, episode: BillingEpisode)] {
    try rows().filter { $0.environment == .production }.flatMap {
      row -> [(row: SubscriberSummary, episode: BillingEpisode)] in
      let subscriber = try #require(try ledger.subscriber(row.id))
      guard !subscriber.isFamilyShared else { return [] }
      return subscriber.episodes(at: now, policy: ledger.policy).map { (row, $0) }
    }
  }

  @Test func `show the failed payments of production with their outcomes`() throws {
    let expected = try episodes().map { row, episode in
      let texts: [String: String?] = [
        "subscription_id": row.id.rawValue, "store": row.store.rawValue,
        "app": folded(row.app?.rawValue), "country": row.country?.uppercased(),
        "product": row.product.rawValue.isEmpty ? nil : row.product.rawValue,
        "outcome": episode.outcome.rawValue, "entered_grace": episode.enteredGrace ? "1" : "0",
        "entered_hold": EpisodeClass(episode).enteredHold ? "1" : "0",
        "billing_period": episode.plan?.description,
        "price": episode.price.map { "\(Double($0.micros) / 1_000_000)" },
        "price_currency": episode.price?.currency,
        "is_first_payment": episode.isFirstPayment ? "1" : "0",
        "prompts_shown": "\(episode.prompts.count)",
      ]
      let instants = cells([
        "failed_at": episode.failedAt, "hold_started_at": episode.holdStartedAt,
        "ended_at": episode.endedAt, "grace_ends_at": episode.graceEnds,
        "retry_ends_at": episode.retryEnds,
      ])
      return texts.compactMapValues { $0 }.merging(instants) { text, _ in text }
    }
    #expect(expected.count > 10)
    #expect(expected.contains { $0["price"] != nil } && expected.contains { $0["price"] == nil })
    #expect(Set(expected.map { $0["outcome"] }).count > 2)
    #expect(Set(try plain.rows("SELECT * FROM v_episodes")) == Set(expected))
  }

  @Test func `show every end and every refund of production`() throws {
    func owner(_ row: SubscriberSummary) -> [String: String] {
      let texts: [String: String?] = [
        "subscription_id": row.id.rawValue, "store": row.store.rawValue,
        "app": folded(row.app?.rawValue), "country": row.country?.uppercased(),
        "product": row.product.rawValue.isEmpty ? nil : row.product.rawValue,
      ]
      return texts.compactMapValues { $0 }
    }
    let rows = try rows().filter { $0.environment == .production }
    let ends = rows.flatMap { row in
      row.countedEnds.map { end in
        var shown = owner(row).merging(cells(["ended_at": end.at])) { text, _ in text }
        shown["cause"] = end.cause?.rawValue
        return shown
      }
    }
    #expect(rows.contains { !$0.pastEnds.isEmpty })
    #expect(Set(ends.map { $0["cause"] }).count > 1)
    let shown = try plain.rows("SELECT * FROM v_ends")
    #expect(shown.count == ends.count)
    #expect(Set(shown) == Set(ends))
    let refunds = rows.flatMap { row in
      row.refunds.map { owner(row).merging(cells(["refunded_at": $0.at])) { text, _ in text } }
    }
    #expect(!refunds.isEmpty)
    #expect(try plain.rows("SELECT * FROM v_refunds").count == refunds.count)
    #expect(Set(try plain.rows("SELECT * FROM v_refunds")) == Set(refunds))
  }

  private func day(of instant: Timestamp) -> String { String(instant.rfc3339.prefix(10)) }

  @Test func `count failed payments and ends by the day`() throws {
    let days = try plain.rows("SELECT * FROM v_daily ORDER BY day")
    #expect(Set(days.map { $0["day"] }).count == days.count)
    let episodes = try episodes().map(\.episode)
    let ends = try rows().filter { $0.environment == .production }.compactMap(\.status.end)
    for shown in days {
      let day = try #require(shown["day"])
      let failed = episodes.filter { self.day(of: $0.failedAt) == day }
      func count(_ outcome: BillingEpisode.Outcome) -> String {
        "\(failed.filter { $0.outcome == outcome }.count)"
      }
      #expect(shown["failed_payments"] == "\(failed.count)")
      #expect(shown["still_open"] == count(.open))
      #expect(shown["recovered_in_grace"] == count(.recoveredInGrace))
      #expect(shown["recovered_in_hold"] == count(.recoveredInHold))
      #expect(shown["canceled_by_user"] == count(.canceledByUser))
      #expect(shown["ran_out"] == count(.ranOut))
      #expect(shown["entered_grace"] == "\(failed.filter(\.enteredGrace).count)")
      let held = failed.filter { EpisodeClass($0).enteredHold }
      #expect(shown["entered_hold"] == "\(held.count)")
      let ended = ends.filter { self.day(of: $0.at) == day }
      #expect(shown["ended_voluntary"] == "\(ended.filter { $0.cause == .voluntary }.count)")
      #expect(shown["ended_involuntary"] == "\(ended.filter { $0.cause == .involuntary }.count)")
      #expect(shown["ended_without_cause"] == "\(ended.filter { $0.cause == nil }.count)")
    }
    func total(_ name: String) -> Int { days.reduce(0) { $0 + (Int($1[name] ?? "") ?? 0) } }
    #expect(total("failed_payments") == episodes.count)
    #expect(
      total("ended_voluntary") + total("ended_involuntary") + total("ended_without_cause")
        == ends.count)
  }

  @Test func `count the subscriptions in each state at the end of any day, and renewals`() throws {
    let days = try ledger.dailyFigures(
      from: CivilDate(now - .days(300)), through: CivilDate(now + .days(400)), of: nil)
    let columns = [
      "in_active": SubscriptionState.active, "in_renewal_pending": .renewalPending,
      "in_grace": .grace, "in_hold": .hold, "in_canceled": .canceled, "in_expired": .expired,
    ]
    let shown = try plain.rows("SELECT * FROM v_daily")
    #expect(shown.count > 60)
    for row in shown {
      let place = try #require(days.firstIndex { day(of: $0.day.start) == row["day"] })
      // What is dated after today counts today.
      let those = row["day"] == day(of: now) ? days[place...] : days[place...place]
      let last = try #require(those.last)
      for (name, state) in columns {
        #expect(row[name] == "\(last.states[state] ?? 0)", "\(name) on \(row["day"] ?? "")")
      }
      #expect(row["exempt_from_churn"] == "\(last.exempt)")
      #expect(row["started"] == "\(those.reduce(0) { $0 + $1.started })")
      #expect(row["renewals"] == "\(those.reduce(0) { $0 + $1.renewed })")
      #expect(row["refunded_payments"] == "\(those.reduce(0) { $0 + $1.refunded })")
      for (name, cause) in [("voluntary", ChurnCause.voluntary), ("involuntary", .involuntary)] {
        #expect(row["ends_\(name)"] == "\(those.reduce(0) { $0 + ($1.ended[cause] ?? 0) })")
      }
      #expect(row["ends_without_cause"] == "\(those.reduce(0) { $0 + ($1.ended[nil] ?? 0) })")
    }
    #expect(days.reduce(0) { $0 + $1.renewed } > 10)
    #expect(days.reduce(0) { $0 + $1.refunded } > 3)
    #expect(Set(days.map(\.exempt)).count > 3)
  }

  // MARK: Promises

  /// The columns that the article describes, by view.
  private func documented() throws -> [String: Set<String>] {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LedgerSQLite/LedgerSQLite.docc/AskingInSQL.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    var (columns, view): ([String: Set<String>], String) = ([:], "")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { view = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `"), let end = line.dropFirst().firstIndex(of: "|") else { continue }
      let names = line[..<end].split(separator: "`").filter { $0.contains { $0.isLetter } }
      columns[view, default: []].formUnion(names.map(String.init))
    }
    return columns
  }

  @Test func `have the columns that the article describes and no others`() throws {
    let documented = try documented()
    #expect(Set(SQLViews.all.map(\.name)) == Set(documented.keys))
    for view in SQLViews.all {
      let columns = try plain.columns("SELECT * FROM \(view.name)")
      #expect(Set(columns).count == columns.count)
      let names = columns.filter { name in
        !name.hasSuffix("_unix") || !columns.contains(String(name.dropLast(5)))
      }
      #expect(Set(names) == documented[view.name], "\(view.name)")
    }
  }

  @Test func `are created anew where another build left others`() throws {
    let path = folder.file()
    var other = try SQLiteLedger(path: path, policy: .standard)
    try other.write { database in
      try database.execute(
        sql: "DROP VIEW v_daily; CREATE VIEW v_daily AS SELECT 1 AS day; DROP VIEW v_events")
    }
    try other.close()
    other = try SQLiteLedger(path: path, policy: .standard)
    #expect(try other.read(SQLViews.areCurrent))
    #expect(try PlainSQLite(reading: path).rows("SELECT * FROM v_events").isEmpty)
  }
}
