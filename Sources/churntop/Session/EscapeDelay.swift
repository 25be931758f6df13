import ConfigurationFiles
import ProgramConventions

/// How long the terminal waits to tell a lone Escape from a key that sends several bytes.
///
/// Too short, and arrow keys fall apart on a slow line; too long, and Escape feels lame.
struct EscapeDelay: Hashable, Sendable {
  /// The milliseconds.
  let milliseconds: Int
  /// What is wrong with the variable; `nil` for nothing.
  let warning: String?

  /// The milliseconds that can be chosen.
  static let range = 1...5_000
  /// The milliseconds where nobody chose any.
  static let usual = 25
  /// The variable that every program on ncurses reads.
  static let variable = "ESCDELAY"

  /// Chooses by churntop's own variable, the one that ncurses gave its name, and the configuration,
  /// in that order.
  ///
  /// `ESCDELAY` may have been set for other programs: what is no number is told and left out, and
  /// a number out of range is brought to the nearest within.
  init(_ settings: Settings, environment: [String: String]) throws(CommandError) {
    let configured: Int = try settings.value(
      .escdelay, default: Self.usual,
      expected: "a number of milliseconds from \(Self.range.lowerBound) to \(Self.range.upperBound)"
    ) { Int($0).flatMap { Self.range.contains($0) ? $0 : nil } }
    let text = environment[Self.variable] ?? ""
    if let setting = settings.values[.escdelay], case .environment = setting.origin {
      (milliseconds, warning) = (configured, nil)
    } else if let number = Int(text), number >= 0 {
      milliseconds = min(max(number, Self.range.lowerBound), Self.range.upperBound)
      warning = nil
    } else {
      milliseconds = configured
      warning =
        text.isEmpty
        ? nil : "\(Self.variable): '\(text)' is not a number of milliseconds; left out."
    }
  }
}
