import ProgramConventions
import SubscriptionCore

/// The report of a what-if for people and for programs.
struct WhatIfPage {
  /// The report.
  let report: WhatIfReport
  /// The settings of both policies.
  let policies: [PolicyDifference]
  /// The earliest failure that was replayed.
  let from: Timestamp
  /// The filter, as given.
  let filter: String?

  /// The note that nothing is written.
  static let note = "SIMULATION, nothing is written"

  /// Formats the report as sections of aligned text.
  func text(_ time: LocalTime, ink: Bool) -> String {
    func head(_ title: String) -> String {
      "\n" + (ink ? TextStyle.strong.wrap(title) : title) + "\n"
    }
    var text = DisplayText.sanitized(title(time)) + "\n\n" + policyTable.text(ink: ink)
    text += head("With the days of payments held fixed") + fixedTable.text(ink: ink)
    text += DisplayText.sanitizedLines(sentences.joined(separator: "\n")) + "\n"
    text += head("To be expected, 95 % bands in brackets") + expectedTable.text(ink: ink)
    if !report.largest.isEmpty {
      text += head("Largest differences, \(report.largest.count) of \(report.differences.episodes)")
      text += differing(time).text(ink: ink)
    }
    let bullets = report.assumptions.map { "- " + $0 }.joined(separator: "\n")
    return text + head("Assumptions") + DisplayText.sanitizedLines(bullets) + "\n"
  }

  /// Formats the report as Markdown, for a ticket.
  func markdown(_ time: LocalTime) -> String {
    var text = "**" + Table.markdownCell(title(time)) + "**\n\n" + policyTable.markdown
    text += "\n**With the days of payments held fixed**\n\n" + fixedTable.markdown
    text += "\n" + sentences.map(Table.markdownCell).joined(separator: " ") + "\n"
    text += "\n**To be expected, 95 % bands in brackets**\n\n" + expectedTable.markdown
    if !report.largest.isEmpty {
      text += "\n**Largest differences**\n\n" + differing(time).markdown
    }
    let bullets = report.assumptions.map { "- " + Table.markdownCell($0) }
    return text + "\n**Assumptions**\n\n" + bullets.joined(separator: "\n") + "\n"
  }

  private func title(_ time: LocalTime) -> String {
    let condition = filter.map { ", \($0)" } ?? ""
    let episodes = report.episodes == 1 ? "1 episode" : "\(report.episodes) episodes"
    return "whatif  \(episodes) failed since \(time.minute(from))\(condition), "
      + "as of \(time.minute(report.now)). \(Self.note)."
  }

  private var policyTable: Table {
    Table(
      columns: ["POLICY", "CURRENT", "CANDIDATE"].map { Table.Column(title: $0) },
      rows: policies.map { row in
        [
          Table.Cell(text: row.setting), Table.Cell(text: row.current),
          Table.Cell(text: row.candidate, ink: row.differs ? .strong : .plain),
        ]
      })
  }

  private func differing(_ time: LocalTime) -> Table {
    let form = WhatIfTable(time: time).form
    return Table(columns: form.columns, rows: report.largest.map(form.cells))
  }

  /// The sentences below the figures.
  private var sentences: [String] {
    let differences = report.differences
    var sentences = [
      "Episodes with longer access: \(differences.longerAccess), days gained: "
        + "\(AccessDays.whole(differences.accessGained)). With shorter access: "
        + "\(differences.shorterAccess), days lost: \(AccessDays.whole(differences.accessLost))."
    ]
    if let cost = report.costOfOneRecoveryInGrace, cost > .zero {
      sentences.append(
        "One additional recovery in grace costs \(AccessDays.decimal(cost)) unpaid access-days.")
    }
    if differences.noLongerCapped > 0 {
      sentences.append("Episodes no longer capped: \(differences.noLongerCapped).")
    }
    if differences.noLongerRecovered > 0 {
      sentences.append(
        "Episodes paid after the candidate's retries have ended: \(differences.noLongerRecovered).")
    }
    return sentences
  }
}

// MARK: Figures

extension WhatIfPage {
  private var columns: [Table.Column] {
    [Table.Column(title: "FIGURE")]
      + ["CURRENT", "CANDIDATE", "CHANGE"].map { Table.Column(title: $0, leansRight: true) }
  }

  private var fixedTable: Table {
    let (before, after) = (report.current, report.candidate)
    let rows = Self.counts.map { name, value in
      Self.row(name, value(before), value(after))
    }
    return Table(
      columns: columns, rows: rows + Self.revenueRows(before.revenueMicros, after.revenueMicros))
  }

  /// The figures that are counts or whole days, with their names.
  private static let counts: [(String, @Sendable (WhatIfFigures) -> Int64)] = [
    ("prompts shown", { Int64($0.prompts) }),
    ("  step 2, the store's message", { Int64($0.officialMessages) }),
    ("  step 3, own banner", { Int64($0.ownBanners) }),
    ("prompts per episode, median", { Int64($0.medianPrompts) }),
    ("prompts per episode, 95th percentile", { Int64($0.p95Prompts) }),
    ("episodes that reach the cap", { Int64($0.capped) }),
    ("access-days after the failure", { Self.days($0.access) }),
    ("  of them unpaid", { Self.days($0.unpaidAccess) }),
    ("recovered in grace", { Int64($0.recoveredInGrace) }),
    ("recovered after loss of access", { Int64($0.recoveredInHold) }),
    ("canceled by the user", { Int64($0.outcomes[.canceledByUser] ?? 0) }),
    ("ran out", { Int64($0.outcomes[.ranOut] ?? 0) }),
    ("open", { Int64($0.outcomes[.open] ?? 0) }),
    ("lost access before a prompt", { Int64($0.lostBeforePrompt) }),
  ]

  private static func days(_ length: Duration) -> Int64 {
    (length.wholeMilliseconds + 43_200_000) / 86_400_000
  }

  private var expectedTable: Table {
    let expected = report.expected
    func count(_ count: ExpectedFigures.Count, signed: Bool = false) -> String {
      let (value, low, high) = count.rounded
      func sign(_ number: Int) -> String { signed && number > 0 ? "+\(number)" : "\(number)" }
      return "\(sign(value)) [\(sign(low)), \(sign(high))]"
    }
    func row(_ name: String, _ before: String, _ after: String, _ change: String) -> [Table.Cell] {
      [name, before, after, change].map { Table.Cell(text: $0) }
    }
    let (before, after) = (expected.current, expected.candidate)
    let rows = [
      row(
        "recovered in grace", count(before.recoveredInGrace), count(after.recoveredInGrace),
        count(expected.moreInGrace, signed: true)),
      row(
        "recovered after loss of access", count(before.recoveredInHold),
        count(after.recoveredInHold), ""),
      row(
        "recovered", count(before.recovered), count(after.recovered),
        count(expected.moreRecovered, signed: true)),
      Self.row(
        "canceled, or ended otherwise", Int64(before.endedOtherwise.rounded()),
        Int64(after.endedOtherwise.rounded())),
      Self.row("run out", Int64(before.ranOut.rounded()), Int64(after.ranOut.rounded())),
    ]
    return Table(
      columns: columns, rows: rows + Self.revenueRows(before.revenueMicros, after.revenueMicros))
  }

  /// Returns a row for each currency in which revenue is recovered.
  private static func revenueRows(
    _ before: [String: Int64], _ after: [String: Int64]
  ) -> [[Table.Cell]] {
    Set(before.keys).union(after.keys).sorted().map { currency in
      moneyRow("revenue recovered", before[currency], after[currency], currency)
    }
  }

  private static func row(_ name: String, _ before: Int64, _ after: Int64) -> [Table.Cell] {
    [name, String(before), String(after), change(before, after)].map { Table.Cell(text: $0) }
  }

  private static func moneyRow(
    _ name: String, _ before: Int64?, _ after: Int64?, _ currency: String
  ) -> [Table.Cell] {
    let (before, after) = (before ?? 0, after ?? 0)
    func text(_ micros: Int64) -> String { Money(micros: micros, currency: currency).text }
    let (difference, overflow) = after.subtractingReportingOverflow(before)
    let change = difference == 0 || overflow ? "" : (difference > 0 ? "+" : "") + text(difference)
    return ["\(name)", text(before), text(after), change].map { Table.Cell(text: $0) }
  }

  /// Formats a difference with its share of the value in force, for example `+365 (+15.9 %)`.
  static func change(_ before: Int64, _ after: Int64) -> String {
    let difference = after - before
    guard difference != 0 else { return "" }
    let sign = difference > 0 ? "+" : "-"
    guard before > 0 else { return "\(sign)\(difference.magnitude)" }
    let share = Statistics.share(Int(difference.magnitude), Int(before))
    return "\(sign)\(difference.magnitude) (\(sign)\(share))"
  }
}
