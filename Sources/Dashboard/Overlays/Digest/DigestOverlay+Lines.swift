import EventLedger
import SubscriptionCore
import TerminalUI

extension DigestOverlay {
  /// The widths of the columns of figures.
  private struct Columns {
    let title: Int
    let count = 6
    let usual: Int
    let change: Int
    /// A Boolean value that indicates whether the usual count has no range.
    let isShort: Bool
    /// The width in which amounts end below each other; 0 where one is a list of currencies.
    var money = 0

    init(width: Int) {
      // Small screens have room for the names and the numbers alone.
      isShort = width < 64
      title = isShort ? 27 : 28
      usual = isShort ? 6 : 14
      change = width >= 100 ? 18 : 2
    }

    /// The width of all columns but the last, the amounts.
    var total: Int { 2 + title + count + usual + change + 2 }
  }

  /// The lines of the digest in a width.
  func lines(in model: DashboardModel, width: Int) -> [Line] {
    var columns = Columns(width: width)
    let words = DigestText(model, room: width - columns.total)
    func paragraph(_ text: String, _ role: StyleRole = .text) -> [Line] {
      Paragraph(SafeText.sanitized(text)).lines(width: max(1, width - 2))
        .map { Line([TextRun("  "), TextRun($0, role: role)]) }
    }
    guard !digest.isQuiet else {
      return paragraph(words.headline(digest) + " " + Self.quiet)
        + paragraph(words.system(digest.system).joined(separator: " "), .dim)
    }
    var lines = paragraph(words.headline(digest)) + [Line([])]
    let rows = words.rows(digest)
    if rows.allSatisfy({ $0.money.count { $0 == " " } <= 1 }) {
      columns.money = max(Self.moneyHeading.count, rows.map(\.money.count).max() ?? 0)
    }
    lines.append(heading(columns))
    for row in rows { lines += figure(row, columns, model, width: width) }
    if !digest.cases.isEmpty {
      lines += [Line([]), Line([TextRun("  ACT TODAY", role: .header)])]
      lines += digest.cases.map { line(of: $0, words, model, width: width) }
    }
    lines.append(Line([]))
    for sentence in words.system(digest.system) { lines += paragraph(sentence) }
    let rates = model.settings.rates?.sentence(about: digest.currencies)
    for note in [words.comparison(digest), rates].compactMap(\.self) {
      lines += paragraph(note, .dim)
    }
    return lines
  }

  private static let moneyHeading = "PER MONTH"

  private func heading(_ columns: Columns) -> Line {
    let text =
      Formatting.left("", columns.title + 2) + Formatting.right("COUNT", columns.count)
      + Formatting.right("USUAL", columns.usual) + Formatting.left("", columns.change + 2)
      + Formatting.right(Self.moneyHeading, columns.money)
    return Line([TextRun(text, role: .header)])
  }

  /// The line of a figure, and one for its parts.
  private func figure(
    _ row: DigestText.Row, _ columns: Columns, _ model: DashboardModel, width: Int
  ) -> [Line] {
    let signs = model.settings.signs
    var runs = [
      TextRun("  " + Formatting.left(row.title, columns.title)),
      TextRun(Formatting.right(row.count, columns.count), role: .title),
    ]
    let median = row.figure.usual.map { Formatting.count($0.median) } ?? ""
    let usual = Formatting.right(columns.isShort ? median : row.usual, columns.usual)
    runs += [TextRun(usual, role: .dim), TextRun(" ")]
    let words = columns.change > 2 ? " " + row.change : ""
    switch row.figure.usual?.change {
    case .up?:
      runs.append(
        TextRun(
          Formatting.left(String(signs[.trendUp]) + words, columns.change + 1), role: .deltaUp))
    case .down?:
      runs.append(
        TextRun(
          Formatting.left(String(signs[.trendDown]) + words, columns.change + 1), role: .deltaDown))
    case .noise?, nil: runs.append(TextRun(Formatting.left("", columns.change + 1)))
    }
    let money = row.money.isEmpty ? "" : Formatting.right(row.money, columns.money)
    runs.append(TextRun(money))
    var target = digest.filter(of: row.figure.item).map { Target.list($0) }
    if row.figure.count == 0 { target = nil }
    let parts = Line([TextRun("      " + row.parts, role: .dim)])
    return [Line(runs, to: target)] + (row.parts.isEmpty ? [] : [parts])
  }

  private func line(
    of one: Digest.Case, _ words: DigestText, _ model: DashboardModel, width: Int
  ) -> Line {
    let reason = words.reason(one)
    let mrr = one.row.mrr.map(\.text) ?? "price unknown"
    let room = max(6, width - 2 - 33 - 16)
    let name = SafeText.truncated(
      SafeText.sanitized(model.name(of: one.row)), to: min(room, 22),
      ellipsis: String(model.settings.signs[.ellipsis]))
    let id = width >= 100 ? Formatting.left(one.row.id.rawValue, 26) : ""
    return Line(
      [
        TextRun("  " + Formatting.left(reason, 32), role: one.row.status.state.role),
        TextRun(" " + Formatting.left(name, min(room, 22)) + " "), TextRun(id, role: .dim),
        TextRun(Formatting.right(mrr, 14)),
      ], to: .subscriber(one.row.id))
  }
}
