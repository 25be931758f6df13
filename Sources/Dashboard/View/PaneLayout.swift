import TerminalUI

/// The places of the panels of a screen.
struct PaneLayout<Pane: Hashable & Sendable & CaseIterable>: Hashable, Sendable {
  private let nothing: Rect
  private var places: [Pane: Rect] = [:]

  /// Creates the layout of a body in which no panel has room yet.
  init(body: Rect) { nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0) }

  /// The place of a panel; empty without room.
  subscript(pane: Pane) -> Rect {
    get { places[pane] ?? nothing }
    set { places[pane] = newValue }
  }

  /// The number of lines of a table that a panel has room for, without its headings.
  func page(of pane: Pane, _ tier: Tier) -> Int {
    max(1, Panel.content(of: self[pane], tier).height - 1)
  }

  /// Every panel, for checks.
  var parts: [Rect] { Pane.allCases.map { self[$0] } }
}

extension Panel {
  /// The inside of a box of a screen; the smallest screens have no boxes.
  static func content(of rect: Rect, _ tier: Tier) -> Rect {
    tier > .tiny ? content(of: rect) : rect
  }
}
