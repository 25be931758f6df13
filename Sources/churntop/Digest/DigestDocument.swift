import Dashboard
import EventLedger
import SubscriptionCore

/// A digest as text and Markdown.
struct DigestDocument {
  let digest: Digest
  /// The filter as typed; `nil` for none.
  let filter: String?
  /// The exchange rates; `nil` if amounts stay in their own currencies.
  let rates: ExchangeRates?
  /// A Boolean value that indicates whether the ledger is one of the past.
  let isPast: Bool

  /// Returns the formatter.
  func words(_ time: LocalTime) -> DigestText {
    let money = MetricsText(rates: rates)
    return DigestText(
      moment: { time.minute($0) },
      money: { sums in
        let known = sums.micros.contains { $0.value != 0 } ? money.money(sums.micros) : ""
        let unknown = sums.unknown > 0 ? "\(sums.unknown) unknown" : ""
        return [known, unknown].filter { !$0.isEmpty }.joined(separator: " + ")
      })
  }

  /// Formats the digest as aligned text; a quiet time in one line.
  func text(_ time: LocalTime, ink: Bool, room: Int?) -> String {
    let words = words(time)
    guard !digest.isQuiet else { return quiet(words) + "\n" }
    var result = heading(words) + "\n\n" + figures(words).text(ink: ink, room: room)
    if let cases = cases(words) { result += "\nACT TODAY\n" + cases.text(ink: ink, room: room) }
    let notes = (words.system(digest.system) + notes(words)).map(DisplayText.sanitized)
    return result + "\n" + DisplayText.paragraphs(notes, room: room)
  }

  /// Formats the digest as Markdown.
  func markdown(_ time: LocalTime) -> String {
    let words = words(time)
    guard !digest.isQuiet else { return Table.markdownCell(quiet(words)) + "\n" }
    var result = Table.markdownCell(heading(words)) + "\n\n" + figures(words).markdown
    if let cases = cases(words) { result += "\nAct today\n\n" + cases.markdown }
    return result + "\n" + Table.markdownList(words.system(digest.system) + notes(words))
  }

  private func heading(_ words: DigestText) -> String { words.headline(digest) + narrowed }

  private func quiet(_ words: DigestText) -> String {
    words.headline(digest) + " Nothing is due, and no access in grace ends within 24 h."
      + narrowed
  }

  private var narrowed: String { filter.map { " Only \(DisplayText.sanitized($0))." } ?? "" }

  private func figures(_ words: DigestText) -> Table {
    let columns = [
      Table.Column(title: "FIGURE"), Table.Column(title: "COUNT", leansRight: true),
      Table.Column(title: "USUAL", leansRight: true), Table.Column(title: "CHANGE"),
      Table.Column(title: "PER MONTH", leansRight: true, turn: 1),
      Table.Column(title: "OF THESE", least: 10, turn: 0),
    ]
    return Table(
      columns: columns,
      rows: words.rows(digest).map { row in
        let ink: TextStyle =
          row.change.isEmpty ? .plain : row.figure.isBad ? .state(.hold) : .state(.active)
        return [
          Table.Cell(text: row.title), Table.Cell(text: row.count, ink: .strong),
          Table.Cell(text: row.usual), Table.Cell(text: row.change, ink: ink),
          Table.Cell(text: row.money), Table.Cell(text: row.parts, ink: .faint),
        ]
      })
  }

  /// The cases as a table; `nil` without any.
  private func cases(_ words: DigestText) -> Table? {
    guard !digest.cases.isEmpty else { return nil }
    let columns = [
      Table.Column(title: "WHY"), Table.Column(title: "ID"),
      Table.Column(title: "NAME", least: 10), Table.Column(title: "STATE"),
      Table.Column(title: "COUNTRY", turn: 0), Table.Column(title: "PRODUCT", least: 8, turn: 1),
      Table.Column(title: "PER MONTH", leansRight: true),
    ]
    return Table(
      columns: columns,
      rows: digest.cases.map { one in
        [
          Table.Cell(text: words.reason(one)), Table.Cell(text: one.row.id.rawValue),
          Table.Cell(text: SubscriberTable.who(one.row)),
          Table.Cell(text: one.row.status.state.title, ink: .state(one.row.status.state)),
          Table.Cell(text: one.row.country ?? "-"),
          Table.Cell(text: one.row.product.rawValue),
          Table.Cell(text: one.row.mrr?.text ?? "unknown"),
        ]
      })
  }

  /// The sentences that say what the figures are of.
  private func notes(_ words: DigestText) -> [String] {
    var notes = [words.comparison(digest)].compactMap(\.self)
    if digest.figures.contains(where: \.isAtLeast) {
      notes.append("A count with + was not read to the end; there are more.")
    }
    if isPast { notes.append("Quarantine, deliveries and late news are not known of the past.") }
    if let rates { notes.append(rates.sentence(about: digest.currencies)) }
    return notes
  }
}

extension Digest {
  /// The digest with stand-ins for names and mail addresses.
  var masked: Digest {
    var masked = self
    for place in cases.indices { masked.cases[place].row = Masking.row(cases[place].row) }
    return masked
  }
}

extension Digest.Figure {
  /// A Boolean value that indicates whether the change beyond noise is for the worse.
  var isBad: Bool {
    switch item {
    case .recoveredInGrace, .recoveredInHold, .purchased, .promptsShown: usual?.change == .down
    case .failed, .atRisk, .lostAccess, .lost, .canceled, .refunded, .endedOther, .renewalOff,
      .promptsDue, .becameDue, .losesAccessSoon:
      usual?.change == .up
    }
  }
}
