import Dashboard
import ProgramConventions
import TerminalUI

/// A tour as lines: each caption, the keys that it is about, and the screen in sentences.
struct LinearTour {
  private let tracks: [DemoTrack]
  private let waits: Bool

  /// Creates a tour, which may read a line after each caption.
  init(_ tracks: [DemoTrack], waits: Bool) { (self.tracks, self.waits) = (tracks, waits) }

  /// A caption with the steps until the next one.
  struct Chapter {
    /// The text; empty for the steps before the first caption.
    var caption = ""
    var steps: [ScreenScript.Step] = []

    static func all(of script: ScreenScript) -> [Chapter] {
      var chapters = [Chapter()]
      for step in script.steps {
        if case .caption(let caption) = step.action {
          chapters.append(Chapter(caption: caption?.text ?? ""))
        } else {
          chapters[chapters.count - 1].steps.append(step)
        }
      }
      return chapters.filter { !$0.caption.isEmpty || !$0.steps.isEmpty }
    }

    /// The names of the keys; keys that type a line after `:` or `/` are one word.
    var keys: [String] {
      var names: [String] = []
      var line = 0
      for step in steps {
        guard case .press(let press) = step.action else { continue }
        let name = KeyChord(press).name
        let isTyped =
          step.line == line && names.last.map { $0.first == ":" || $0.first == "/" } == true
        if isTyped, case .character(let character) = press.key {
          names[names.count - 1].append(character)
        } else {
          names.append(name)
        }
        line = step.line
      }
      return names
    }
  }

  /// Shows the tour in a dialogue and returns whether the dialogue goes on.
  ///
  /// - Throws: A `CommandError` if the tour is not interactive and a screen is not as expected.
  func run(_ talk: inout LinearSession, _ output: StandardOutput) throws -> Bool {
    for track in tracks {
      let chapters = Chapter.all(of: track.script)
      for (index, chapter) in chapters.enumerated() {
        let name = "Tour, \(track.title), \(index + 1) of \(chapters.count)"
        try output.line()
        try output.line("\(name): \(chapter.caption)")
        try show(chapter, of: track, isFirst: index == 0, &talk, output)
        switch try reply(output) {
        case .onward: continue
        case .nextTrack: break
        case .leave: return true
        case .end: return false
        }
        break
      }
    }
    return waits
  }

  /// Presses the keys of a chapter and prints what they lead to.
  private func show(
    _ chapter: Chapter, of track: DemoTrack, isFirst: Bool, _ talk: inout LinearSession,
    _ output: StandardOutput
  ) throws {
    let keys = chapter.keys
    if !keys.isEmpty { try output.line("Keys: \(keys.joined(separator: ", ")).") }
    var presses: [KeyPress] = []
    var lines = isFirst && keys.isEmpty ? talk.press([]).lines : []
    for step in chapter.steps {
      switch step.action {
      case .press(let press): presses.append(press)
      case .expect(let text, let isShown):
        if !presses.isEmpty { lines = talk.press(presses).lines }
        presses = []
        let isMet = talk.frame.text.contains(text) == isShown
        guard isMet || waits else {
          diagnostics.say("The track \(track), line \(step.line): the screen has not '\(text)'.")
          for line in talk.frame.lines { diagnostics.detail(line) }
          throw CommandError.partlyFailed
        }
      case .wait, .pace, .patience, .caption, .show, .stay: break
      }
    }
    if !presses.isEmpty { lines = talk.press(presses).lines }
    for line in lines { try output.line(line) }
  }

  /// The wish of the user after a chapter.
  private enum Wish {
    case onward, nextTrack, leave, end
  }

  private func reply(_ output: StandardOutput) throws -> Wish {
    guard waits else { return .onward }
    try output.write("Enter goes on, s skips the track, q leaves the tour> ")
    try output.flush()
    guard let line = readLine() else {
      try output.line()
      return .end
    }
    switch line.lowercased().first {
    case "s": return .nextTrack
    case "q": return .leave
    case _: return .onward
    }
  }
}
