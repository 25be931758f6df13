import ArgumentParser

/// The formats of a printed screen.
enum FrameFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Plain text, with colour on a terminal.
  case text
  /// Text with the escape sequences of a terminal.
  case ansi
  /// A picture, which moves if there are several screens.
  case svg
  /// A page, for mails and wikis that show no SVG.
  case html
  /// A recording of the screens for asciinema, version 2.
  case asciicast

  /// A Boolean value that indicates whether it looks the same whatever the terminal can show.
  var isPicture: Bool { self != .text }
}
