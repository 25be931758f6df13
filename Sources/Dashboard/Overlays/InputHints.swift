import TerminalUI

/// The keys of an overlay for the last row of the screen, in place of the screen's own.
struct InputHints {
  /// A key and what it does.
  struct Line: Hashable {
    /// The key.
    var key: KeyChord
    /// Its effect, in a word or two.
    var text: String
    /// A Boolean value that indicates whether the key works now.
    var isEnabled = true

    init(_ key: KeyChord, _ text: String, isEnabled: Bool = true) {
      (self.key, self.text, self.isEnabled) = (key, text, isEnabled)
    }
  }

  /// The keys by importance.
  var lines: [Line]
  /// The key at the right, which closes the overlay.
  var last: Line

  init(_ lines: [Line], last: Line = Line("Esc", "cancel")) {
    (self.lines, self.last) = (lines, last)
  }

  /// Draws the keys, each as a region to click on.
  func draw(into frame: inout Frame, in rect: Rect) {
    let isASCII = frame.glyphs.set == .ascii
    func hint(_ line: Line) -> Hint {
      Hint(key: line.key.label(ascii: isASCII), text: line.text, isEnabled: line.isEnabled)
    }
    let row = HintLine(lines.map(hint), last: hint(last))
    frame.draw(row, in: rect)
    let keys = (lines + [last]).map(\.key)
    for place in row.places(in: rect) {
      frame.record(HitTarget.key(keys[place.index]), in: place.rect)
    }
  }
}

extension DashboardModel {
  /// The hints of commands by the keys that they have on a screen.
  func hints(_ ids: CommandID..., on screen: Screen = .detail) -> [InputHints.Line] {
    ids.compactMap { id in
      guard let command = CommandTable.command(id) else { return nil }
      return keyMap.keys(of: id, on: screen).first.map { .init($0, command.title) }
    }
  }

  /// The key for help while a line is typed, in which letters and signs are text.
  var lineHelpKey: KeyChord? { keyMap.keys(of: .help, on: screen).first { $0.name.count > 1 } }

  /// The hint of the key that copies what is open; none where it has no key.
  var copyHint: [InputHints.Line] {
    keyMap.keys(of: .copyOpen, on: screen).prefix(1).map { .init($0, "copy") }
  }
}
