import PlainText

/// A script of keys to press and of texts to expect on the screen.
///
/// It has one instruction per line; empty lines and those that begin with `#` are ignored:
///
/// ```
/// size 100x30              columns and rows, without a terminal
/// pace 300ms               the wait after each key
/// key j j Enter ^d         presses keys
/// type state:grace         types a text
/// command clock +3d        types a colon, the text and Enter
/// wait 2s                  waits
/// caption The list         shows a text in a box at the bottom; alone, it removes the box
/// caption-above The menu   shows it at the top, where it covers no menu
/// within 30s               the timeout of expectations from here on
/// expect Prompts due       waits until the screen shows the text
/// expect not Failed        waits until it does not
/// show                     records the screen as text
/// stay                     leaves the rest to the user
/// ```
public struct ScreenScript: Hashable, Sendable {
  /// The kinds of instruction.
  public enum Action: Hashable, Sendable {
    /// Presses a key.
    case press(KeyPress)
    /// Waits, in milliseconds.
    case wait(Int64)
    /// Sets the wait after each key from here on, in milliseconds.
    case pace(Int64)
    /// Sets the timeout of expectations from here on, in milliseconds.
    case patience(Int64)
    /// Waits until the screen shows a text, or until it does not.
    case expect(String, isShown: Bool)
    /// Shows a caption, or none.
    case caption(Caption?)
    /// Records the screen as text.
    case show
    /// Leaves the program to the user.
    case stay
  }

  /// A text about the screen.
  public struct Caption: Hashable, Sendable {
    /// The text.
    public var text: String
    /// A Boolean value that indicates whether its box is at the top of the screen.
    public var isAbove: Bool
  }

  /// An instruction with its line number.
  public struct Step: Hashable, Sendable {
    /// The instruction.
    public var action: Action
    /// The line, counted from one.
    public var line: Int
  }

  /// An error in a script.
  public struct Problem: Error, Hashable, Sendable {
    /// The line, counted from one.
    public var line: Int
    /// The error, with a correct example.
    public var words: String
  }

  /// The steps in order.
  public private(set) var steps: [Step] = []
  /// The size of a screen without a terminal.
  public private(set) var size = Size(width: 120, height: 36)

  /// Creates a script without steps.
  public init() {}

  /// Parses a script.
  public init(_ text: String) throws(Problem) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let verb = words.first, !verb.hasPrefix("#") else { continue }
      try read(verb, words.count > 1 ? words[1].trimmed : "", index + 1)
    }
  }

  private mutating func read(_ verb: String, _ rest: String, _ line: Int) throws(Problem) {
    func add(_ action: Action) { steps.append(Step(action: action, line: line)) }
    switch verb {
    case "size":
      let sides = rest.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((1...1000).contains) else {
        throw Problem(line: line, words: "'\(rest)' is not a size; write size 120x36")
      }
      size = Size(width: sides[0], height: sides[1])
    case "key":
      for name in rest.split(separator: " ") {
        guard let press = KeyPress(notation: String(name)) else {
          throw Problem(line: line, words: "'\(name)' is not a key; write j, Enter, Esc, ^d, F1")
        }
        add(.press(press))
      }
    case "type": for character in rest { add(.press(KeyPress(character))) }
    case "command":
      for character in ":" + rest { add(.press(KeyPress(character))) }
      add(.press(KeyPress(.enter)))
    case "wait": add(.wait(try milliseconds(rest, line)))
    case "pace": add(.pace(try milliseconds(rest, line)))
    case "within": add(.patience(try milliseconds(rest, line)))
    case "expect":
      let isShown = rest != "not" && !rest.hasPrefix("not ")
      let text = isShown ? rest : String(rest.dropFirst(3)).trimmed
      guard !text.isEmpty else {
        throw Problem(line: line, words: "expect needs the text that the screen should show")
      }
      add(.expect(text, isShown: isShown))
    case "caption", "caption-above":
      let caption = Caption(text: rest, isAbove: verb == "caption-above")
      add(.caption(rest.isEmpty ? nil : caption))
    case "show": add(.show)
    case "stay": add(.stay)
    case _:
      let known = "size, pace, key, type, command, wait, within, expect, caption, show, stay"
      throw Problem(line: line, words: "'\(verb)' is no instruction; there are \(known)")
    }
  }

  private func milliseconds(_ text: String, _ line: Int) throws(Problem) -> Int64 {
    let units: [(String, Int64)] = [("ms", 1), ("s", 1000), ("m", 60_000)]
    for (unit, length) in units where text.hasSuffix(unit) {
      guard let count = Int64(text.dropLast(unit.count)), (0...86_400_000).contains(count) else {
        continue
      }
      return count * length
    }
    throw Problem(line: line, words: "'\(text)' is not a length of time; write 300ms, 2s or 1m")
  }
}
