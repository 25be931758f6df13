import SubscriptionCore
import TerminalUI

/// A small screen with every state, fill and message, to see a theme by.
///
/// It is drawn with the widgets of the real screens from rows that are made up, so that it needs
/// no ledger.
public struct ThemePreview: Widget, Hashable, Sendable {
  /// The size that everything has room in.
  public static let size = Size(width: 78, height: 20)
  private let name: String

  /// Creates the preview of a theme, whose name is in its first line.
  public init(name: String) { self.name = name }

  /// The preview as a picture of its own.
  public static func frame(of theme: Theme, glyphs: GlyphSet) -> Frame {
    var frame = Frame(size: size, glyphs: DashboardAppearance.glyphs(glyphs, theme: theme))
    frame.fill(frame.bounds)
    frame.draw(ThemePreview(name: theme.name), in: frame.bounds)
    return frame
  }

  /// Draws the lines from the top.
  public func draw(into frame: inout Frame, in rect: Rect) {
    drawContext(into: &frame, in: rect.row(0))
    var x = rect.x + 1
    for (text, role) in [(" 1 Overview ", StyleRole.tab), ("[2 Subscribers]", .tabCurrent)] {
      x = frame.put(text, at: Point(x: x, y: rect.y + 1), role: role) + 1
    }
    let box = Rect(x: rect.x, y: rect.y + 2, width: rect.width, height: 13)
    frame.draw(Panel(title: "Subscribers", hint: "1 of 11", isFocused: true), in: box)
    frame.draw(Table(columns: columns, rows: rows(frame)), in: Panel.content(of: box))
    drawMessages(into: &frame, y: rect.y + 15, x: rect.x + 1)
    frame.draw(
      HintLine(
        [
          Hint(key: "?", text: "help"), Hint(key: "/", text: "filter"),
          Hint(key: "x", text: "actions", isEnabled: false),
        ], last: Hint(key: "q", text: "back")),
      in: Rect(x: rect.x, y: rect.y + 19, width: rect.width, height: 1))
  }

  private func drawContext(into frame: inout Frame, in row: Rect) {
    frame.fill(row, role: .context)
    let start = " churntop \(frame.glyph(.crumb)) \(name)  "
    var x = frame.put(start, at: row.origin, role: .context)
    for (text, role) in [
      (" prod ", StyleRole.environmentProduction), (" staging ", .environmentStaging),
      (" demo ", .environmentDemo),
    ] {
      x = frame.put(text, at: Point(x: x, y: row.y), role: role) + 1
    }
  }

  private var columns: [TableColumn] {
    [
      TableColumn("STATE", minimum: 20), TableColumn("LOSES", minimum: 5, alignment: .right),
      TableColumn("TIMELINE", minimum: 44, maximum: 44),
    ]
  }

  /// A row a state; the first is under the cursor, the second marked.
  private func rows(_ frame: Frame) -> [TableRow] {
    SubscriptionState.allCases.filter { $0 != .pending }.enumerated().map { index, state in
      let mark = index == 1 ? frame.glyph(.marked) : " "
      let label =
        frame.glyphs.set == .ascii
        ? state.word : frame.glyph(state.glyph) + " " + state.code
      return TableRow(
        [
          [
            TextRun(mark, role: .mark), TextRun(" " + label, role: state.role),
            TextRun("  " + state.title, role: .dim),
          ],
          [TextRun(state == .grace ? "6h" : state == .canceled ? "13d" : frame.glyph(.none))],
          bar(of: state, frame),
        ], overlay: index == 0 ? .cursor : nil, hasCursor: index == 0)
    }
  }

  /// Three weeks of the past, today, three weeks projected.
  private func bar(of state: SubscriptionState, _ frame: Frame) -> [TextRun] {
    func fill(_ kind: Timeline.Kind, _ count: Int, _ projected: Bool) -> TextRun {
      let sign = frame.glyph(kind.glyph(projected: projected))
      return TextRun(String(repeating: sign, count: count), role: kind.role(projected: projected))
    }
    func mark(_ mark: TimelineMark) -> TextRun { TextRun(frame.glyph(mark.glyph), role: mark.role) }
    let today = mark(.today)
    return switch state {
    case .active, .pending, .unknown: [fill(.paid, 21, false), today, fill(.paid, 21, true)]
    case .renewalPending:
      [fill(.paid, 18, false), fill(.renewalPending, 3, false), today, fill(.paid, 21, true)]
    case .grace:
      [
        fill(.paid, 12, false), mark(.failed), fill(.grace, 4, false), mark(.shown),
        fill(.grace, 3, false), mark(.due), fill(.grace, 3, true), mark(.scheduled),
        fill(.grace, 2, true), fill(.hold, 14, true),
      ]
    case .hold:
      [
        fill(.paid, 6, false), mark(.failed), fill(.grace, 6, false), fill(.hold, 8, false), today,
        fill(.hold, 12, true), fill(.expired, 8, true), mark(.unknownEnd),
      ]
    case .paused: [fill(.paid, 14, false), fill(.paused, 7, false), today, fill(.paused, 9, true)]
    case .canceled:
      [
        fill(.paid, 12, false), fill(.canceled, 9, false), today, fill(.canceled, 10, true),
        fill(.expired, 11, true),
      ]
    case .expired: [fill(.paid, 9, false), fill(.expired, 12, false), today]
    case .refunded: [fill(.paid, 9, false), mark(.refund), fill(.refunded, 11, false), today]
    case .superseded: [fill(.paid, 15, false), mark(.paid), fill(.expired, 5, false), today]
    }
  }

  private func drawMessages(into frame: inout Frame, y: Int, x: Int) {
    func line(_ row: Int, _ runs: [TextRun]) {
      frame.put(runs, at: Point(x: x, y: y + row), width: Self.size.width - 2)
    }
    line(0, [TextRun("Recorded: snoozed until Monday.", role: .flashInfo)])
    line(
      1,
      [
        TextRun("2 prompts are due.", role: .flashWarn), TextRun("  "),
        TextRun("The ledger does not answer.", role: .flashError),
      ])
    line(
      2,
      [
        TextRun("/ ", role: .hintKey), TextRun("state:", role: .input),
        TextRun("graec", role: .inputError), TextRun("  a "), TextRun("match", role: .match),
        TextRun("  "), TextRun("empty field", role: .placeholder),
      ])
    let bar = Bar(value: 62, maximum: 100).signs(width: 16, glyphs: frame.glyphs)
    let spark = Sparkline([1, 2, 4, 3, 6, 8, 7, 9]).signs(width: 8, glyphs: frame.glyphs)
    line(
      3,
      [
        TextRun("grace  ", role: SubscriptionState.grace.role), TextRun(bar, role: .chartBar),
        TextRun("  "), TextRun(spark, role: .chartBar), TextRun("  "),
        TextRun("\(frame.glyph(.arrowUp))3", role: .deltaUp), TextRun(" "),
        TextRun("\(frame.glyph(.arrowDown))1", role: .deltaDown), TextRun("  "),
        TextRun("wants a look", role: .rowAlarm),
      ])
  }
}
