import SubscriptionCore
import TerminalUI

/// The command line with what it offers.
extension DashboardView {
  private static let nameWidth = 22

  /// Draws the command line over the lower part of the body.
  func drawPalette(
    _ palette: PaletteState, into frame: inout Frame, _ layout: FrameLayout
  ) {
    let offers = model.suggestions(for: palette.field.text)
    let rows = min(offers.count, max(1, layout.body.height - 4), 12)
    let box = boxRect(layout, rows: rows + 1)
    let commands = offers.count { !$0.looksUp }
    let isZones = model.zoneOffers(for: palette.field.text) != nil
    let count =
      isZones
      ? Words.plural(offers.count, "time zone") : "\(commands) of \(model.offersMax) commands"
    frame.draw(
      Panel(title: "Command, or any identifier", hint: count, isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let first = max(0, min(palette.selection - rows + 1, offers.count - rows))
    for (row, offer) in offers.dropFirst(first).prefix(rows).enumerated() {
      let isCurrent = first + row == palette.selection
      let runs = [TextRun(isCurrent ? frame.glyph(.pointer) : " ")] + words(of: offer, frame, inner)
      let line = inner.row(row + 1)
      frame.put(runs, at: Point(x: line.x, y: line.y), width: line.width)
      if isCurrent { frame.overlay(.cursor, in: line) }
    }
    frame.draw(
      TextField(
        palette.field, prompt: ":",
        placeholder: "subs, due, theme NAME, a transaction or order number"),
      in: inner.row(0))
  }

  /// A line; where it cannot be run, the reason matters more than the explanation.
  func words(of offer: Suggestion, _ frame: Frame, _ inner: Rect) -> [TextRun] {
    let keys = offer.keys.map { $0.label(ascii: frame.glyphs.set == .ascii) }
      .joined(separator: " ")
    let padding = String(repeating: " ", count: max(1, Self.nameWidth - offer.text.count))
    let note = offer.disabledReason.map { "(\($0))" } ?? ""
    let taken = 1 + offer.text.count + padding.count + keys.count + 1
    let hasRoom = note.isEmpty || taken + offer.help.count + 2 + note.count < inner.width
    let role: StyleRole = note.isEmpty ? .text : .disabled
    var runs = [
      TextRun(" " + offer.text, role: note.isEmpty ? .hintKey : .disabled), TextRun(padding),
    ]
    if !keys.isEmpty { runs.append(TextRun(keys + " ", role: role == .text ? .dim : role)) }
    if hasRoom { runs.append(TextRun(offer.help + (note.isEmpty ? "" : "  "), role: role)) }
    return runs + [TextRun(note, role: .disabled)]
  }
}
