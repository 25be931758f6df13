import SubscriptionCore
import TerminalUI

/// The lines of an asciicast file, version 2 (<https://docs.asciinema.org/manual/asciicast/v2/>).
struct Asciicast {
  /// The theme, which can change during the recording.
  var theme: Theme
  /// The colour tier.
  let tier: ColorTier
  private var last: Frame?

  /// Creates the encoder of a recording.
  init(theme: Theme, tier: ColorTier) { (self.theme, self.tier) = (theme, tier) }

  /// Returns the header line.
  static func head(size: Size, startedAt: Timestamp) -> String {
    let head: JSON = [
      "version": 2, "width": JSON(size.width), "height": JSON(size.height),
      "timestamp": .integer(startedAt.milliseconds / 1000), "title": "churntop",
      "env": ["TERM": "xterm-256color"],
    ]
    return head.compact
  }

  /// Returns the lines that update the screen to a frame.
  mutating func lines(_ frame: Frame, at milliseconds: Int64) -> [String] {
    var lines: [String] = []
    var text = ""
    if last?.size != frame.size {
      if last != nil {
        lines.append(Self.line(milliseconds, "r", "\(frame.size.width)x\(frame.size.height)"))
      }
      last = nil
      text += "\u{1B}[0m\u{1B}[2J\u{1B}[?25l"
    }
    for y in 0..<frame.size.height where last.map({ $0.row(y) != frame.row(y) }) ?? true {
      text += "\u{1B}[\(y + 1);1H" + frame.colored(row: y, theme, tier: tier)
    }
    last = frame
    if !text.isEmpty { lines.append(Self.line(milliseconds, "o", text)) }
    return lines
  }

  /// Returns the line that ends a recording, so that its last screen lasts until then.
  static func end(at milliseconds: Int64) -> String { line(milliseconds, "o", "") }

  private static func line(_ milliseconds: Int64, _ kind: String, _ text: String) -> String {
    JSON.array([.thousandths(milliseconds), .string(kind), .string(text)]).compact
  }
}
