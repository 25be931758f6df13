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

  /// Every panel, for checks.
  var parts: [Rect] { Pane.allCases.map { self[$0] } }
}
