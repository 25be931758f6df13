import ConfigurationFiles
import ProgramConventions

/// The time that the terminal waits to distinguish a lone Escape from a key that sends several
/// bytes.
///
/// If it is too short, arrow keys break on a slow line; if it is too long, Escape feels slow.
struct EscapeDelay: Hashable, Sendable {
  let milliseconds: Int
  /// The problem of the variable; `nil` for none.
  let warning: String?

  /// The permitted milliseconds.
  static let range = 1...5_000
  /// The default in milliseconds.
  static let usual = 25
  /// The variable of every program that uses ncurses.
  static let variable = "ESCDELAY"

  /// Chooses by churntop's own variable, the variable of ncurses, and the configuration, in that
  /// order.
  ///
  /// `ESCDELAY` may have been set for other programs: a value that is no number is reported and
  /// ignored, and a number out of range is clamped.
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
