/// The number of colours that a terminal can show.
public enum ColorTier: Int, CaseIterable, Hashable, Sendable, Comparable {
  /// None: attributes and glyphs carry the meaning.
  case mono
  /// The user's own sixteen, or eight and bold.
  case sixteen
  /// The 256 of xterm.
  case indexed
  /// Every `0xRRGGBB`.
  case direct

  /// Returns a Boolean value that indicates whether one tier has fewer colours than another.
  public static func < (left: ColorTier, right: ColorTier) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The tier of a terminal whose terminfo entry states that many colours.
  public init(terminfoColors colors: Int) {
    self =
      switch colors {
      case ..<8: .mono
      case 8..<256: .sixteen
      case 256..<0x100_0000: .indexed
      case _: .direct
      }
  }
}

/// The value of the colour option on the command line.
public enum ColorFlag: String, CaseIterable, Hashable, Sendable {
  /// Decide by the environment and the terminal.
  case auto
  /// Colour wherever the terminal has any.
  case always
  /// No colour.
  case never
}

extension ColorTier {
  /// Returns the tier to use, for a terminfo entry with so many colours; 0 or less for none.
  ///
  /// The first rule that applies decides: the flag; `NO_COLOR` present and not empty
  /// (no-color.org); `CLICOLOR_FORCE` present and neither empty nor 0; no terminal, or `TERM=dumb`;
  /// `CLICOLOR=0`; the terminfo entry. If colour is forced and terminfo states none, it is the
  /// sixteen colours that every interpreter of escape sequences supports. If terminfo states 256,
  /// `COLORTERM=truecolor` or `24bit` means direct colour, except inside GNU screen, which passes
  /// the variable on but not the colours.
  public static func decide(
    flag: ColorFlag, environment: [String: String], isTTY: Bool, terminfoColors: Int
  ) -> ColorTier {
    var stated = ColorTier(terminfoColors: terminfoColors)
    let promise = environment["COLORTERM"] ?? ""
    let isScreen = environment["STY"]?.isEmpty == false && environment["TMUX"] == nil
    if stated == .indexed, ["truecolor", "24bit"].contains(promise), !isScreen { stated = .direct }
    let forced = max(stated, .sixteen)
    switch flag {
    case .never: return .mono
    case .always: return forced
    case .auto: break
    }
    if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return .mono }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return forced }
    if !isTTY || environment["TERM"] == "dumb" { return .mono }
    if environment["CLICOLOR"] == "0" { return .mono }
    return stated
  }
}
