import TerminalUI

/// Something open in front of the screen that receives the keys: a line to type into, a menu, a
/// question, a text to read.
///
/// An overlay is a value with its state, what keys do to it, its picture, its key hints, and its
/// words for the clipboard and for a screen reader. A new overlay is a type in a folder of its own
/// and a case of ``InputMode``.
protocol Overlay: Hashable, Sendable {
  /// A Boolean value that indicates whether letters are text, so that a paste goes into it.
  var takesText: Bool { get }
  /// The line that is typed into; `nil` for an overlay without one.
  var editor: LineEditor? { get }
  /// A Boolean value that indicates whether the mouse wheel moves its cursor.
  var takesWheel: Bool { get }

  /// Handles a key.
  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect]
  /// Inserts pasted text at the caret.
  func insert(_ text: String, in model: inout DashboardModel) -> [Effect]
  /// Undoes what the overlay changed for a preview, when `^C` closes it.
  func cancel(in model: inout DashboardModel) -> [Effect]
  /// Returns a Boolean value that indicates whether a key waits for an answer of the ledger.
  func waits(for chord: KeyChord, in model: DashboardModel) -> Bool

  /// The keys for the last row of the screen.
  func hints(in model: DashboardModel) -> InputHints
  /// Draws the overlay over the screen.
  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout)
  /// The overlay as text for the clipboard.
  func openText(_ view: DashboardView) -> OpenText

  /// The overlay in lines that say what can be typed, for a screen reader.
  func sentences(in model: DashboardModel) -> [String]
  /// The keys that a line typed in a linear session represents.
  func keys(for line: String) -> [KeyPress]
}

extension Overlay {
  var takesText: Bool { editor != nil }
  var editor: LineEditor? { nil }
  var takesWheel: Bool { false }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    model.refuse(paste: text)
    return []
  }
  func cancel(in model: inout DashboardModel) -> [Effect] { [] }
  func waits(for chord: KeyChord, in model: DashboardModel) -> Bool { false }

  func keys(for line: String) -> [KeyPress] {
    guard !line.isEmpty else { return [KeyPress(.escape)] }
    guard takesText else { return [] }
    return [KeyPress(.character("u"), control: true)] + line.map { KeyPress($0) }
      + [KeyPress(.enter)]
  }
}

/// The receiver of keys: the screen, or an overlay in front of it.
public indirect enum InputMode: Hashable, Sendable {
  /// The screen.
  case none
  /// The filter line.
  case filter(FilterEdit)
  /// The command line.
  case palette(PaletteState)
  /// A menu in which a single key chooses.
  case menu(Menu)
  /// A question that one line of text answers.
  case prompt(PromptLine)
  /// The columns of the list.
  case columns(ColumnChooser)
  /// A note on some subscribers.
  case note(NoteEdit)
  /// The payload behind an event.
  case payload(PayloadState)
  /// The list of themes.
  case themes(ThemePicker)
  /// The inspector of a cell's theme roles.
  case inspector(CellInspector)
  /// The question before an action is recorded.
  case confirm(Confirmation)
  /// A text to read.
  case pager(Pager)
  /// The news since a time.
  case digest(DigestOverlay)
  /// The figures for a wall or a talk.
  case big(BigFigures)
  /// The question before a custom command runs.
  case runs(CommandConfirmation)

  /// The overlay that receives the keys; `nil` where the screen does.
  var overlay: (any Overlay)? {
    switch self {
    case .none: nil
    case .filter(let overlay): overlay
    case .palette(let overlay): overlay
    case .menu(let overlay): overlay
    case .prompt(let overlay): overlay
    case .columns(let overlay): overlay
    case .note(let overlay): overlay
    case .payload(let overlay): overlay
    case .themes(let overlay): overlay
    case .inspector(let overlay): overlay
    case .confirm(let overlay): overlay
    case .pager(let overlay): overlay
    case .digest(let overlay): overlay
    case .big(let overlay): overlay
    case .runs(let overlay): overlay
    }
  }
}

/// An overlay as text for the clipboard.
struct OpenText {
  /// Its name, such as `the menu`.
  var name: String
  /// Its lines, not wrapped.
  var lines: [String]

  /// The width that lines for the clipboard are laid out in.
  static let width = 1000
}

extension DashboardView {
  /// Draws the overlay that receives the keys over the screen.
  func drawOverlay(into frame: inout Frame, _ layout: FrameLayout) {
    guard let overlay = model.input.overlay else { return }
    // A click on what is behind an overlay means nothing.
    frame.forgetHits()
    overlay.hints(in: model).draw(into: &frame, in: layout.hints)
    overlay.draw(self, into: &frame, layout)
  }

  /// The text of what is open: of the overlay, or of a screen that is a text itself.
  func openText() -> OpenText? {
    guard let overlay = model.input.overlay else { return screen.openText }
    return overlay.openText(self)
  }
}
