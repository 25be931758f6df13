import EventLedger
import SubscriptionCore
import TerminalUI

/// The model as a picture: a pure function of the model and a size.
public struct DashboardView {
  /// The model.
  public let model: DashboardModel

  /// Creates the view of a model.
  public init(model: DashboardModel) { self.model = model }

  /// The picture on a screen of a size.
  public func frame(size: Size) -> Frame {
    var kept = RenderCache()
    return frame(size: size, keeping: &kept)
  }

  /// The picture on a screen of a size; parts that the last one had are taken from there.
  func frame(size: Size, keeping kept: inout RenderCache) -> Frame {
    let glyphs = model.settings.signs
    var frame = Frame(size: size, glyphs: glyphs)
    let layout = FrameLayout(size: size)
    guard layout.tier > .below else {
      drawCounts(into: &frame)
      return frame
    }
    drawContext(into: &frame, in: layout.context)
    drawTabs(into: &frame, in: layout.tabs)
    frame.clipped(to: layout.body) { drawBody(into: &$0, layout, &kept) }
    drawStatus(into: &frame, layout)
    drawHints(into: &frame, in: layout.hints)
    drawInput(into: &frame, layout)
    return frame
  }

  private func drawBody(
    into frame: inout Frame, _ layout: FrameLayout, _ kept: inout RenderCache
  ) {
    let body = layout.body
    switch model.screen {
    case .overview: drawOverview(into: &frame, in: body, layout.tier)
    case .subscribers, .due:
      let split = SplitLayout(
        body: body, tier: layout.tier, shows: model.showsSide(of: model.screen))
      let still = DashboardView(model: model.still)
      kept.begin(still.model)
      kept.drawSide(into: &frame, in: split.side) { still.drawSide(into: &$0, in: split.side) }
      if model.screen == .due {
        drawDue(into: &frame, split.tier)
      } else {
        drawSubscribers(into: &frame, split.tier, still, &kept)
      }
    case .events: drawEvents(into: &frame, layout.tier)
    case .detail: drawDetail(into: &frame, in: body, layout.tier)
    case .help: drawHelp(into: &frame, in: body)
    }
  }

  /// A screen too small for a list: what matters most as counts, and where help is.
  private func drawCounts(into frame: inout Frame) {
    let figures = model.overview.figures
    let counts = [SubscriptionState.grace, .hold].map { state in
      frame.glyph(state.glyph) + Words.count(figures?.states[state]?.count ?? 0)
    }
    let due = figures?.promptsDue.values.reduce(0, +) ?? 0
    let line = (counts + [frame.glyph(TimelineMark.due.glyph) + Words.count(due)])
      .joined(separator: " ")
    let width = frame.size.width
    frame.put(line, at: Point(x: 0, y: 0), width: width)
    guard frame.size.height > 1 else { return }
    frame.put("? help  (30x6 list)", at: Point(x: 0, y: frame.size.height - 1), width: width)
  }

  // MARK: What several panels share

  /// A sign of the frame as text.
  func dot(_ frame: Frame) -> String { " " + frame.glyph(.separator) + " " }

  /// Who a subscription belongs to, masked where the user asked for it.
  func name(of summary: SubscriberSummary) -> String {
    name(
      of: Person(account: summary.account, profile: summary.profile),
      isMasked: model.masks(summary.id))
  }

  /// Who an event is about, masked where the user asked for it.
  func name(of person: Person, isMasked: Bool? = nil) -> String {
    let isMasked = isMasked ?? model.settings.masksPersonalData
    if isMasked, let account = person.account { return Masking.name(of: account) }
    if !person.name.isEmpty, !isMasked { return person.name }
    return person.account?.rawValue ?? ""
  }

  /// A subscription's identifier in a width: its beginning says the store, its end the purchase.
  static func short(_ id: SubscriptionID, width: Int, ellipsis: String) -> String {
    let text = id.rawValue
    guard text.utf8.count > width, width > 6, text.count > width else { return text }
    return text.prefix(3) + ellipsis + text.suffix(width - 4)
  }

  /// A product's identifier in a width: without its first parts, which an app's products share.
  static func shortProduct(_ product: ProductID, width: Int, ellipsis: String) -> String {
    var parts = product.rawValue.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard product.rawValue.count > width else { return product.rawValue }
    while parts.count > 1, parts.joined(separator: ".").count > width - 1 { parts.removeFirst() }
    let rest = parts.joined(separator: ".")
    return rest.count < width ? ellipsis + rest : rest
  }

  /// The sign and the three letters of a state, or its word where there are only letters.
  func label(_ state: SubscriptionState, _ frame: Frame) -> [TextRun] {
    frame.glyphs.set == .ascii
      ? [TextRun(state.word, role: state.role)]
      : [TextRun(frame.glyph(state.glyph) + " " + state.code, role: state.role)]
  }

  /// How long until access is lost: a length of time, `lost`, or nothing that ends.
  func loses(_ status: SubscriptionStatus, _ frame: Frame) -> String {
    guard status.access.granted else {
      return status.state == .pending ? frame.glyph(.none) : "lost"
    }
    if let until = status.losesAccessAt {
      return until <= model.now ? "now" : Words.short(until - model.now)
    }
    return status.state == .grace ? "?" : frame.glyph(.none)
  }

  /// The width that a table gives each column it shows.
  static func widths(of columns: [TableColumn], in width: Int, gap: Int) -> [Int: Int] {
    let places = TableColumn.layout(columns, width: width, gap: gap)
    return Dictionary(
      places.map { ($0.index, $0.width) }, uniquingKeysWith: { first, _ in first })
  }

  /// The words of a list that has no rows.
  func drawEmpty(_ words: [String], into frame: inout Frame, in rect: Rect) {
    var y = rect.y
    for line in words {
      let lines = Paragraph(line).lines(width: rect.width)
      for text in lines {
        guard y < rect.bottom else { return }
        frame.put(text, at: Point(x: rect.x, y: y), width: rect.width)
        y += 1
      }
    }
  }
}
