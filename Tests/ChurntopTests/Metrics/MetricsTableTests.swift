import Dashboard
import OwnThreads
import SubscriptionCore
import Testing

@testable import churntop

/// The tables of the Metrics and What-if screens as files.
@Suite(.ownThread) struct MetricsTableTests {
  private static func document(by grouping: MetricsGrouping? = nil) -> MetricsDocument {
    MetricsDocument(report: ReportWorld.report(by: grouping), filter: nil, rates: nil)
  }

  /// The records of CSV, the names first.
  private func records(_ csv: String) -> [[String]] {
    csv.split(separator: "\r\n").map { record in
      record.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func number(_ value: JSON?) -> String { value?.compact ?? "" }

  @Test func `the table of the figures is what the command prints`() {
    let document = Self.document()
    let table = document.table(of: .figures)
    #expect(table.csv == document.csv && table.markdown == document.markdown)
    #expect(table.lines.map(\.compact) == document.lines.map(\.compact))
    #expect(table.json.compact == document.json.compact)
  }

  @Test func `the curve has a row for each of its days`() throws {
    let document = Self.document()
    let points = document.report.curve.points
    let table = document.table(of: .curve)
    let records = records(table.csv)
    #expect(
      records[0] == ["days", "atRisk", "recovered", "low", "high", "canceled", "ranOut", "other"])
    #expect(records.count == points.count + 1 && table.lines.count == points.count)
    for (point, record) in zip(points, records.dropFirst()) {
      #expect(record[0] == String(Int(point.days)) && record[1] == String(point.atRisk))
      #expect(record[2] == MetricsDocument.percent(point.recovered).compact)
      #expect(record[7] == MetricsDocument.percent(point.other).compact)
    }
    #expect(table.markdown.split(separator: "\n").count == points.count + 2)
    #expect(table.markdown.hasPrefix("| DAY | AT RISK | RECOVERED |"))
  }

  @Test func `the weeks have a column for each day since the failure`() throws {
    let document = Self.document()
    let weeks = document.report.cohorts
    let table = document.table(of: .cohorts)
    let records = records(table.csv)
    #expect(records.count == weeks.count + 1 && records.allSatisfy { $0.count == 66 })
    #expect(
      Array(records[0].prefix(6)) == [
        "week", "failed", "open", "closed", "recovered", "recoveredByDay0",
      ])
    for (week, record) in zip(weeks, records.dropFirst()) {
      #expect(record[0] == week.week.iso8601 && record[1] == String(week.failed))
      #expect(record[65] == week.recoveredByDay[60].map(String.init) ?? "")
    }
    #expect(table.markdown.contains("| DAY 1 | DAY 3 | DAY 7 | DAY 14 | DAY 28 | DAY 60 |"))
    #expect(table.markdown.split(separator: "\n").count == weeks.count + 2)
  }

  @Test func `prompts, money and groups are tables of their own`() throws {
    let document = Self.document()
    func metrics(_ pane: MetricsState.Pane, _ document: MetricsDocument) -> Set<String> {
      let records = records(document.table(of: pane).csv)
      #expect(records[0] == MetricsDocument.csvNames)
      return Set(records.dropFirst().map { $0[1] })
    }
    let prompts = metrics(.prompts, document)
    #expect(prompts.contains("promptEffect.first") && prompts.contains("holdoutRecovery.heldOut"))
    #expect(!prompts.contains("recoveryRate") && !prompts.contains("renewalValue"))
    let money = metrics(.money, document)
    #expect(money == Set(document.report.revenue.lines.map(\.measure.rawValue)))
    let markdown = document.table(of: .money).markdown
    #expect(markdown.split(separator: "\n").count == document.revenue.lines.count + 2)
    let grouped = Self.document(by: .product)
    let groups = records(grouped.table(of: .groups).csv).dropFirst()
    #expect(Set(groups.map { $0[0] }).count == grouped.report.groups.count)
    #expect(grouped.table(of: .groups).lines.count == grouped.report.groups.count)
  }

  @Test func `the effect of a what-if has a line for each figure, with its band`() throws {
    var replay = WhatIf(
      current: .standard, candidate: .standard, now: Timestamp(seconds: 1_780_000_000))
    let failedAt = Timestamp(seconds: 1_770_000_000)
    for place in 0..<9 {
      replay.add(
        EpisodeRecord(
          subscription: SubscriptionID("as_\(place)"), store: .appStore,
          episode: BillingEpisode(
            failedAt: failedAt, enteredGrace: false,
            outcome: place < 6 ? .recoveredInHold : .canceledByUser, endedAt: failedAt + .days(5),
            price: Money(micros: 9_990_000, currency: "EUR"))))
    }
    let report = replay.report()
    let table = WhatIfEffectTable(report: report, rates: nil)
    let records = records(table.csv)
    #expect(records[0] == WhatIfEffectTable.names)
    #expect(records.count == report.fixedLines.count + report.expectedLines.count + 1)
    #expect(table.rows.count == records.count - 1)
    let expected = try #require(
      records.first { $0[0] == "expected" && $0[1] == "recovered" })
    let band = report.expected.current.recovered
    #expect(expected[3] == JSON.thousandths(Int64((band.value * 1000).rounded())).compact)
    #expect(expected[4] == JSON.thousandths(Int64((band.low * 1000).rounded())).compact)
    #expect(expected[9] == "0" && !expected[5].isEmpty)
    let revenue = try #require(records.first { $0[0] == "fixed" && $0[2] == "EUR" })
    #expect(revenue[3] == "59.94" && revenue[6] == "59.94" && revenue[4].isEmpty)
  }

  @Test func `large counts have commas, as amounts and the screens have`() {
    let words = MetricsText(rates: nil)
    #expect(words.basis(.rate(Rate(1_155, of: 94_096))) == "1,155 / 94,096")
    #expect(words.basis(.money([:], unknown: 94_088)) == "94,088 unknown")
  }

  @Test func `the outcomes have a row each, and say what ended otherwise`() {
    var report = ReportWorld.report()
    let plain = MetricsDocument(report: report, filter: nil, rates: nil)
    let rows = plain.outcomes.rows.map { $0.map(\.text) }
    #expect(rows.last == ["canceled by the user", "3", "3.1 %"])
    #expect(rows.compactMap { Int($0[1]) }.reduce(0, +) == report.failed)
    #expect(plain.text(.utc, ink: false, room: nil).contains("\nOUTCOME "))
    #expect(plain.markdown.contains("| canceled by the user | 3 | 3.1 % |"))
    #expect(!plain.notes().contains(MetricsReport.endedOtherwiseSentence))
    report.outcomes[.superseded] = report.outcomes.removeValue(forKey: .canceledByUser)
    let other = MetricsDocument(report: report, filter: nil, rates: nil)
    #expect(other.outcomes.rows.last?.map(\.text) == ["superseded", "3", "3.1 %"])
    #expect(other.notes().contains(MetricsReport.endedOtherwiseSentence))
  }

  @Test func `groups with an arrow say that each value is compared alone`() throws {
    var report = ReportWorld.report(by: .product)
    for group in report.groups.indices {
      for place in report.groups[group].figures.indices {
        report.groups[group].figures[place].previous = nil
      }
    }
    func lastNote() -> String {
      MetricsDocument(report: report, filter: nil, rates: nil).groupNotes.last ?? ""
    }
    #expect(lastNote().hasPrefix("REST compares"))
    let place = try #require(
      report.groups[0].figures.firstIndex { $0.metric == .graceRecoveryRate })
    report.groups[0].figures[place].value = .rate(Rate(90, of: 100))
    report.groups[0].figures[place].previous = .rate(Rate(10, of: 100))
    #expect(lastNote().hasPrefix("An arrow before a value is a change of that group"))
  }
}
