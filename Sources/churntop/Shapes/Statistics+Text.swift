import EventLedger
import SubscriptionCore

/// The figures of the Overview as text.
extension Statistics {
  /// Formats the figures by section, shares in per cent, money by month.
  func text(_ time: LocalTime, ink: Bool) -> String {
    var result =
      "churntop  \(time.minute(now))  \(CountText.of(figures.total, "subscription"))\n"
    for feed in figures.feeds.named {
      let app = (feed.app?.rawValue).map(DisplayText.sanitized)
      let name = [feed.store.title, app].compactMap(\.self).joined(separator: " ")
      let age = time.minute(feed.lastEventAt)
      let isStale = feed.isStale(at: now, tolerance: silenceMax)
      result += "\(name): last event \(age)\(isStale ? ", silent for too long" : "")\n"
    }
    if figures.feeds.named.isEmpty, let last = figures.lastHeardAt {
      result += "last event \(time.minute(last))\n"
    }
    for (section, rows) in sections {
      var columns = [
        Table.Column(title: section.uppercased()),
        Table.Column(title: "COUNT", leansRight: true),
        Table.Column(title: "OF", leansRight: true),
        Table.Column(title: "SHARE", leansRight: true), Table.Column(title: "PER MONTH"),
      ]
      if rows.allSatisfy(\.mrr.isEmpty) { columns.removeLast() }
      let table = Table(columns: columns, rows: rows.map { Array(cells($0).prefix(columns.count)) })
      result += "\n" + table.text(ink: ink)
    }
    return result + "\n" + DisplayText.paragraphs(notes, room: nil)
  }

  /// The sentence that compares the failures of today with those of a week ago.
  private var failedSentence: String {
    guard let comparison = figures.failedComparison else {
      return "Failures of a week ago are not known, so those of today are compared with none."
    }
    let change = comparison.change.ofCount
    return "Failed today against the same hours a week ago: "
      + "\(CountText.grouped(comparison.count)) to \(CountText.grouped(comparison.earlier)), "
      + "\(change.isEmpty ? "no more than noise" : change) (95 %)."
  }

  /// The sentences that say how figures compare.
  private var notes: [String] {
    var notes = [
      "At risk is a share of the subscriptions that have not ended "
        + "(\(CountText.grouped(figures.live))); shares of states are of all that there ever were.",
      failedSentence,
    ]
    notes += figures.recoveryComparison.flatMap { $0.hasBoth ? $0.sentences : nil } ?? []
    notes.append(OverviewFigures.windowSentence)
    if let rates {
      notes.append(rates.sentence(about: figures.currencies))
    } else if figures.currencies.count > 1 {
      notes.append(
        "Amounts are in \(figures.currencies.count) currencies; rates under [currency] in the "
          + "configuration bring them to one.")
    }
    if figures.moneyUnknown > 0 {
      notes.append(
        "Money is unknown where plan or price is; churntop list --filter "
          + "'\(OverviewFigures.unknownMoneyFilter)' lists those subscriptions.")
    }
    return notes
  }

  /// The figures as one Markdown table.
  var markdown: String {
    let columns = [
      Table.Column(title: "section"), Table.Column(title: "figure"),
      Table.Column(title: "count", leansRight: true), Table.Column(title: "of", leansRight: true),
      Table.Column(title: "share", leansRight: true), Table.Column(title: "per month"),
    ]
    let rows = all.map { [Table.Cell(text: $0.section)] + cells($0) }
    return Table(columns: columns, rows: rows).markdown + "\n"
      + Table.markdownList(notes)
  }

  /// The figures as CSV.
  var csv: String {
    CSV.record(["section", "figure", "numerator", "denominator", "mrr", "mrrReport"])
      + all.map { figure in
        CSV.record([
          figure.section, figure.name, String(figure.numerator),
          figure.denominator.map(String.init) ?? "",
          Self.exact(figure.mrr), Self.exact(reported(figure.mrr)),
        ])
      }.joined()
  }

  /// Formats amounts for programs, exact like those of JSON.
  private static func exact(_ amounts: [Money]) -> String {
    amounts.map { $0.decimal + " " + $0.currency }.joined(separator: " + ")
  }

  /// Returns amounts brought to the report currency, then those without a rate; none without rates.
  private func reported(_ amounts: [Money]) -> [Money] {
    let sums = Dictionary(amounts.map { ($0.currency, $0.micros) }, uniquingKeysWith: +)
    return rates?.converted(sums) ?? []
  }

  private var sections: [(String, [Figure])] {
    var result: [(String, [Figure])] = []
    for figure in all {
      if result.last?.0 == figure.section {
        result[result.count - 1].1.append(figure)
      } else {
        result.append((figure.section, [figure]))
      }
    }
    return result
  }

  private func cells(_ figure: Figure) -> [Table.Cell] {
    [
      Table.Cell(text: figure.name),
      Table.Cell(text: CountText.grouped(figure.numerator)),
      Table.Cell(text: figure.denominator.map(CountText.grouped) ?? "-"),
      Table.Cell(text: Self.share(figure.numerator, figure.denominator)),
      Table.Cell(text: figure.mrr.isEmpty ? "-" : worth(figure.printed ?? figure.mrr)),
    ]
  }

  /// Returns amounts in the report currency where there are rates.
  private func worth(_ amounts: [Money]) -> String {
    let sums = Dictionary(amounts.map { ($0.currency, $0.micros) }, uniquingKeysWith: +)
    return MetricsText(rates: rates).money(sums)
  }

  /// Formats a share in per cent with one decimal, rounded to the nearest; `-` without a
  /// denominator.
  static func share(_ numerator: Int, _ denominator: Int?) -> String {
    guard let denominator, denominator > 0 else { return "-" }
    let tenths = (numerator * 2000 + denominator) / (denominator * 2)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
