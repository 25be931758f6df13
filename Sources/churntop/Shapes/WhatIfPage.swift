import EventLedger
import SubscriptionCore

/// The report of a what-if for people and for programs.
struct WhatIfPage {
  let report: WhatIfReport
  /// The settings of both policies.
  let policies: [PolicyDifference]
  /// The earliest failure that was replayed.
  let from: Timestamp
  /// The filter, as given.
  let filter: String?
  /// The exchange rates; `nil` if amounts stay in their own currencies.
  var rates: ExchangeRates?

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
      let count = CountText.grouped(report.differences.episodes)
      text += head("Largest differences, \(report.largest.count) of \(count)")
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
    let episodes = CountText.of(report.episodes, "episode")
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
      "Episodes with longer access: \(CountText.grouped(differences.longerAccess)), days gained: "
        + "\(AccessDays.whole(differences.accessGained)). With shorter access: "
        + "\(CountText.grouped(differences.shorterAccess)), days lost: "
        + "\(AccessDays.whole(differences.accessLost))."
    ]
    if let cost = report.costOfOneRecoveryInGrace, cost > .zero {
      sentences.append(WhatIfReport.costSentence(days: AccessDays.decimal(cost)))
    }
    if differences.noLongerCapped > 0 {
      sentences.append(
        "Episodes no longer capped: \(CountText.grouped(differences.noLongerCapped)).")
    }
    if differences.noLongerRecovered > 0 {
      sentences.append(
        "Episodes paid after the candidate's retries have ended: "
          + "\(CountText.grouped(differences.noLongerRecovered)).")
    }
    if let rates, report.changesRevenue(rates) {
      sentences.append(rates.sentence(about: report.revenueCurrencies))
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
    Table(columns: columns, rows: report.lines(\.fixedLines, at: rates).map(Self.row))
  }

  private var expectedTable: Table {
    Table(columns: columns, rows: report.lines(\.expectedLines, at: rates).map(Self.row))
  }

  private static func row(_ line: WhatIfReport.Line) -> [Table.Cell] {
    [
      (line.isPart ? "  " : "") + line.title, text(line.current), text(line.candidate),
      change(line),
    ].map { Table.Cell(text: $0) }
  }

  private static func text(_ value: WhatIfReport.Line.Value) -> String {
    switch value {
    case .count(let count): CountText.grouped(Int(clamping: count))
    case .expected(let count): text(count)
    case .money(let money): money.text
    }
  }

  /// Formats an expected number with its band.
  private static func text(_ count: ExpectedFigures.Count, isSigned: Bool = false) -> String {
    let (value, low, high) = count.rounded
    func sign(_ number: Int) -> String {
      (isSigned && number > 0 ? "+" : "") + CountText.grouped(number)
    }
    return "\(sign(value)) [\(sign(low)), \(sign(high))]"
  }

  private static func change(_ line: WhatIfReport.Line) -> String {
    if let change = line.change { return text(change, isSigned: true) }
    if case .count(let before) = line.current, case .count(let after) = line.candidate {
      return change(before, after)
    }
    guard let money = line.moneyChange, money.micros != 0 else { return "" }
    return (money.micros > 0 ? "+" : "") + money.text
  }

  /// Formats a difference with its share of the value in force, for example `+365 (+15.9 %)`.
  static func change(_ before: Int64, _ after: Int64) -> String {
    let difference = after - before
    guard difference != 0 else { return "" }
    let (sign, size) = (difference > 0 ? "+" : "-", Int(clamping: difference.magnitude))
    let words = sign + CountText.grouped(size)
    guard before > 0 else { return words }
    return "\(words) (\(sign)\(Statistics.share(size, Int(before))))"
  }
}
