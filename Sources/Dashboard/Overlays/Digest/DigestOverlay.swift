import SubscriptionCore
import TerminalUI

/// A digest to read in front of the screen, whose lines lead to lists and subscribers.
public struct DigestOverlay: Hashable, Sendable {
  /// The digest.
  public let digest: Digest
  /// The index of the line under the cursor, among those that lead somewhere.
  public var selection = 0
  /// The lines in view.
  public var scroll = TextScroll()

  /// Opens a digest.
  public init(_ digest: Digest) { self.digest = digest }

  /// A line that leads somewhere.
  enum Target: Hashable {
    /// The list of what a figure counts.
    case list(String)
    /// A subscriber.
    case subscriber(SubscriptionID)
  }

  /// A line of the digest.
  struct Line {
    var runs: [TextRun]
    var target: Target?

    init(_ runs: [TextRun], to target: Target? = nil) { (self.runs, self.target) = (runs, target) }
  }
}

extension DigestOverlay: Overlay {
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    let chord = KeyChord(press)
    if ["Esc", "q"].contains(chord.name) {
      model.input = .none
      return []
    }
    // Detail is one case and has nothing to export.
    let id =
      model.keyMap.command(for: chord, on: .subscribers) == .export
      ? .export : model.keyMap.command(for: chord, on: .detail)
    let inner = Panel.content(of: model.layout.body)
    switch id {
    case .open?: return open(in: &model)
    case .copy?: return model.copy(text(in: model, width: inner.width), named: "the digest")
    case .export?: model.openExportMenu(of: digest)
    case .help?: return model.leaveForHelp(chord)
    case .mask?:
      model.toggleMask()
      return []
    case .digest?: model.input = .none
    case let id?:
      guard let movement = Movement(id) else { return [] }
      model.input = .digest(
        moved(movement, lines(in: model, width: inner.width), height: inner.height))
    case nil:
      model.tell(
        "Esc closes the digest; \(model.key(.moveDown)) and \(model.key(.moveUp)) move in it.")
    }
    return []
  }

  /// Goes to where the line under the cursor leads.
  private func open(in model: inout DashboardModel) -> [Effect] {
    let targets = lines(in: model, width: OpenText.width).compactMap(\.target)
    model.input = .none
    guard targets.indices.contains(selection) else { return [] }
    switch targets[selection] {
    case .list(let filter): return model.drill(filter)
    case .subscriber(let id): return model.open(id)
    }
  }

  /// Moves the cursor, or the text where no further line leads anywhere.
  private func moved(_ movement: Movement, _ lines: [Line], height: Int) -> DigestOverlay {
    var moved = self
    let height = max(1, height)
    let places = lines.indices.filter { lines[$0].target != nil }
    moved.selection = movement.target(
      from: selection, count: max(1, places.count), page: max(1, height / 2))
    guard moved.selection != selection, places.indices.contains(moved.selection) else {
      moved.scroll.move(movement, count: lines.count, height: height)
      return moved
    }
    let place = places[moved.selection]
    // The lines above the first place and below the last come into view with it.
    let shown = moved.selection == 0 ? 0 : movement == .bottom ? place + height - 1 : place
    moved.scroll.reveal(shown, count: lines.count, height: height)
    return moved
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      [.init("Enter", "open")] + model.hints(.help, .moveDown, .moveUp, .copy)
        + model.hints(.export, on: .subscribers) + model.hints(.mask),
      last: .init("Esc", "close"))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    frame.fill(layout.body)
    let keys = "\(view.enter(frame)) open  Esc close"
    let title = "Digest as of \(view.dates.moment(digest.span.now))"
    let inner = Panel.content(of: layout.body)
    let lines = lines(in: view.model, width: inner.width)
    let places = lines.indices.filter { lines[$0].target != nil }
    let current = places.indices.contains(selection) ? places[selection] : nil
    let first = max(0, min(scroll.top, lines.count - inner.height))
    let hint = view.hint(leftOut: lines.count - first - inner.height, keys, frame)
    frame.draw(Panel(title: title, hint: hint, isFocused: true), in: layout.body)
    for (row, index) in lines.indices.dropFirst(first).prefix(inner.height).enumerated() {
      let rect = inner.row(row)
      frame.put(lines[index].runs, at: rect.origin, width: rect.width)
      if index == current {
        frame.overlay(.cursor, in: rect)
        frame.put(frame.glyph(.pointer), at: rect.origin, width: 1)
      }
    }
    let row = current.map { max(0, min($0 - first, inner.height - 1)) } ?? 0
    frame.cursor = Point(x: inner.x, y: inner.y + row)
  }

  func openText(_ view: DashboardView) -> OpenText {
    OpenText(name: "the digest", lines: text(in: view.model, width: OpenText.width))
  }

  private func text(in model: DashboardModel, width: Int) -> [String] {
    lines(in: model, width: width).map { $0.runs.map(\.text).joined() }
  }

  func sentences(in model: DashboardModel) -> [String] {
    let words = DigestText(model)
    guard !digest.isQuiet else {
      return [words.headline(digest) + " " + Self.quiet, "Type nothing to go on."]
    }
    let figures = words.rows(digest).map { row in
      let usual = row.figure.usual.map { ", usually \(Formatting.count($0.median))" } ?? ""
      let notes = [row.change, row.parts].filter { !$0.isEmpty }.map { ", " + $0 }.joined()
      let money = row.money.isEmpty ? "" : ", \(row.money) a month"
      return "\(row.title.trimmed): \(row.count)\(usual)\(notes)\(money)."
    }
    let cases = digest.cases.map { one in
      "\(model.name(of: one.row)), \(one.row.id.rawValue), \(words.reason(one))."
    }
    return [words.headline(digest)] + figures
      + (cases.isEmpty ? [] : ["Act today, open SUBSCRIPTION opens one:"] + cases)
      + words.system(digest.system) + ["Type nothing to go on."]
  }

  static let quiet = "Nothing is due, and no access in grace ends within 24 h."
}
