import Dashboard
import SubscriptionCore
import TerminalUI

@testable import CursesTerminal

extension FuzzTarget {
  /// What a terminal sends: keys, mouse, pastes, answers to questions.
  ///
  /// The first byte says whether an answer is expected and in which pieces the rest arrives.
  static let terminal = FuzzTarget("terminal", lengthMax: 512) { input in
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let whole = events(of: bytes, by: bytes.count + 1, expectsReport: first & 1 == 1)
    // A sequence of endless length is given up earlier when it arrives in pieces.
    if bytes.count < InputDecoder.sequenceBytesMax {
      try demand(
        events(of: bytes, by: Int(first / 2) % 8 + 1, expectsReport: first & 1 == 1),
        equals: whole, "in pieces, it is other events")
    }
    var editor = LineEditor()
    for event in whole {
      switch event {
      case .key(let press):
        if let again = KeyPress(notation: press.description) {
          try demand(again, equals: press, "written and read again, it is another key")
        }
        _ = editor.take(press)
      case .paste(let text):
        try demand(text.utf8.count <= 3 * InputDecoder.pasteBytesMax, "an endless paste")
        editor.insert(text)
      case .mouse(let event):
        try demand(event.point.x >= 0 && event.point.y >= 0, "a click outside of the screen")
      case .resize, .focus, .timeout, .shown, .background, .resumed, .ran, .terminate, .closed:
        break
      }
      try Aftermath.hasNoControls(editor.text)
      try demand((0...editor.text.count).contains(editor.caret), "the caret left the line")
      try demand(editor.text.count <= LineEditor.charactersMax, "an endless line")
    }
  }

  /// The notation of keys in files.
  static let keyNotation = FuzzTarget("key-notation", lengthMax: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    if let press = KeyPress(notation: text) {
      try demand(KeyPress(notation: press.description), equals: press, "another key")
    }
    if let problem = KeyChord.problem(with: text) {
      try Aftermath.isSafe(problem)
      try demand(KeyChord(written: text) == nil, "a key with a problem is read")
    } else {
      try demand(KeyChord(written: text) != nil, "a key without a problem is not read")
    }
    _ = try? ScreenScript(text)
  }

  /// Keys and pastes on the dashboard, all screens behind them included.
  ///
  /// The first byte is the size of the screen; the rest is what a terminal sends.
  static let screens = FuzzTarget("screens", lengthMax: 96) { input in
    guard let first = input.first else { return }
    let size = Size(width: 24 + Int(first & 15) * 12, height: 4 + Int(first >> 4) * 4)
    var desk = try FuzzSupport(size: size)
    for event in events(of: Array(input.dropFirst()), by: 512, expectsReport: false) {
      guard !desk.isFinished else { return }
      desk.take(event)
    }
    let frame = desk.frame
    try demand(frame.lines.count <= size.height, "the frame is higher than the screen")
    for line in frame.lines { try Aftermath.hasNoControls(line) }
  }

  /// The events of bytes that arrive in pieces and then stop.
  private static func events(
    of bytes: [UInt8], by size: Int, expectsReport: Bool
  ) -> [TerminalEvent] {
    var decoder = InputDecoder(sequences: [[0x1B, 0x5B, 0x5A]: .named(.backTab)])
    decoder.expectsReport = expectsReport
    var events: [TerminalEvent] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += decoder.feed(bytes[start..<min(bytes.count, start + size)])
    }
    return events + decoder.flush()
  }
}
