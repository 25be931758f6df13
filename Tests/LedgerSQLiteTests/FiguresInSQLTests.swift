import EventLedger
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Figures of Metrics and of What-if beside plain SQL over the documented views, as an analyst
/// would check them.
@Suite struct `Figures beside SQL` {
  private let ledger: SQLiteLedger
  private let plain: PlainSQLite
  private let folder: TemporaryFolder
  private let now = SampleWorld.middle + .hours(11)

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.file()
    ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 14, subscriptions: 500).entries, now: now)
    plain = try PlainSQLite(reading: path)
  }

  private func row(_ sql: String) throws -> [String: String] {
    try #require(try plain.rows(sql).first)
  }

  // MARK: Metrics

  @Test(arguments: [7, 30, 90]) func `Metrics equal sums of v_daily`(days: Int) throws {
    let report = try ledger.metrics(MetricsWindows(days: days, now: now))
    let window = report.window
    let sums = try row(
      """
      SELECT sum(failed_payments) AS failed, sum(entered_grace) AS grace,
        sum(recovered_in_grace) AS recovered, sum(ends_involuntary) AS involuntary,
        sum(ends_voluntary) AS voluntary,
        sum(ends_involuntary + ends_voluntary + ends_without_cause) AS ends,
        sum(refunded_payments) AS refunds, sum(renewals) AS renewals
      FROM v_daily
      WHERE day >= '\(window.lowerBound.iso8601)' AND day < '\(window.upperBound.iso8601)'
      """)
    let start = try row(
      """
      SELECT in_active + in_renewal_pending + in_grace + in_hold + in_paused + in_canceled
        - exempt_from_churn AS live
      FROM v_daily WHERE day < '\(window.lowerBound.iso8601)' ORDER BY day DESC LIMIT 1
      """)
    func rate(_ numerator: String?, of denominator: String?) throws -> MetricValue {
      .rate(
        Rate(
          try #require(numerator.flatMap { Int($0) }),
          of: try #require(denominator.flatMap { Int($0) })))
    }
    let involuntary = try rate(sums["involuntary"], of: start["live"])
    #expect(report[.involuntaryChurnRate]?.value == involuntary)
    #expect(report[.voluntaryChurnRate]?.value == (try rate(sums["voluntary"], of: start["live"])))
    #expect(report[.involuntaryShare]?.value == (try rate(sums["involuntary"], of: sums["ends"])))
    #expect(report[.graceRecoveryRate]?.value == (try rate(sums["recovered"], of: sums["grace"])))
    #expect(report[.refundRate]?.value == (try rate(sums["refunds"], of: sums["renewals"])))
    #expect(report.failed == Int(sums["failed"] ?? ""))
    #expect(sums["involuntary"] != "0" && sums["failed"] != "0")
  }

  @Test func `Ends after which a subscription came back are in Metrics and in no list`() throws {
    let sums = try row(
      """
      SELECT sum(ends_involuntary + ends_voluntary + ends_without_cause) AS ends,
        sum(ended_involuntary + ended_voluntary + ended_without_cause) AS ended FROM v_daily
      """)
    let listed = try ledger.count(try Filter.parse("ended>=1970-01-01 env:production"))
    #expect(Int(sums["ended"] ?? "") == listed)
    #expect(try #require(sums["ends"].flatMap { Int($0) }) > listed)
  }

  // MARK: What-if

  /// The episodes with their access under the dates that were observed, and under 16 days of grace
  /// at the App Store, six for weekly plans.
  private var replayed: String {
    let present = now.milliseconds / 1_000
    func access(_ grace: String, _ outcome: String) -> String {
      """
      CASE WHEN \(outcome) = 'ranOut'
        OR \(outcome) <> 'recoveredInGrace' AND max(failed, ifnull(\(grace), failed)) < ends
      THEN min(max(failed, ifnull(\(grace), failed)), ends) ELSE ends END - failed
      """
    }
    return """
      WITH seen AS (
        SELECT store, outcome, price, price_currency AS currency, failed_at_unix AS failed,
          max(failed_at_unix, ifnull(ended_at_unix, \(present))) AS ends,
          CASE WHEN entered_grace THEN ifnull(hold_started_at_unix, grace_ends_at_unix) END
            AS grace,
          failed_at_unix + 86400 * CASE billing_period WHEN 'P1W' THEN 6 ELSE 16 END AS sixteen
        FROM v_episodes),
      dated AS (
        SELECT *, CASE WHEN store <> 'app-store' OR abs(grace - sixteen) <= 43200 THEN grace
          ELSE sixteen END AS newGrace
        FROM seen),
      decided AS (
        SELECT *, CASE WHEN newGrace IS NOT grace AND outcome LIKE 'recovered%'
          THEN iif(ends <= newGrace, 'recoveredInGrace', 'recoveredInHold') ELSE outcome END
            AS newOutcome
        FROM dated),
      replayed AS (
        SELECT *, \(access("grace", "outcome")) AS access,
          \(access("newGrace", "newOutcome")) AS newAccess
        FROM decided)
      """
  }

  private func report() throws -> WhatIfReport {
    var candidate = ChurnPolicy.standard
    candidate.recovery.appStoreGrace = .sixteenDays
    var whatIf = WhatIf(
      current: .standard, candidate: candidate, stated: [.appStoreGrace], now: now)
    try ledger.readEpisodes(EpisodeQuery(to: now + .milliseconds(1))) { record in
      whatIf.add(record)
      return true
    }
    return whatIf.report()
  }

  @Test func `What-if counts as SQL over v_episodes does`() throws {
    let report = try report()
    let sums = try row(
      replayed + """
        SELECT count(*) AS episodes,
          sum(outcome = 'recoveredInGrace') AS inGrace, sum(outcome = 'recoveredInHold') AS inHold,
          sum(newOutcome = 'recoveredInGrace') AS newInGrace,
          sum(iif(outcome = 'recoveredInGrace', 0, access)) AS unpaid,
          sum(iif(newOutcome = 'recoveredInGrace', 0, newAccess)) AS newUnpaid,
          sum(access) AS access, sum(newAccess) AS newAccess,
          sum(newAccess > access) AS longer, sum(newAccess < access) AS shorter
        FROM replayed
        """)
    func seconds(_ duration: Duration) -> String { "\(duration.wholeMilliseconds / 1_000)" }
    let (current, candidate) = (report.current, report.candidate)
    let figures = [
      "episodes": "\(report.episodes)", "inGrace": "\(current.recoveredInGrace)",
      "inHold": "\(current.recoveredInHold)", "newInGrace": "\(candidate.recoveredInGrace)",
      "unpaid": seconds(current.unpaidAccess), "newUnpaid": seconds(candidate.unpaidAccess),
      "access": seconds(current.access), "newAccess": seconds(candidate.access),
      "longer": "\(report.differences.longerAccess)",
      "shorter": "\(report.differences.shorterAccess)",
    ]
    #expect(sums == figures)
    #expect(candidate.recoveredInGrace > current.recoveredInGrace)
    #expect(report.differences.longerAccess > 20 && report.differences.shorterAccess > 0)
  }

  @Test func `What-if sums the money of recoveries as SQL does`() throws {
    let sums = try plain.rows(
      """
      SELECT price_currency AS currency, CAST(round(sum(price) * 1000000) AS INTEGER) AS micros
      FROM v_episodes WHERE outcome LIKE 'recovered%' AND price IS NOT NULL GROUP BY 1
      """)
    let micros = Dictionary(
      uniqueKeysWithValues: sums.map { ($0["currency"] ?? "", Int64($0["micros"] ?? "")) })
    let report = try report()
    #expect(report.current.revenue.micros.mapValues { Optional($0) } == micros)
    #expect(micros.count > 1)
  }
}
