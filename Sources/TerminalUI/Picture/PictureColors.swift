/// The colours of a picture of the screen: every resolved style as red, green and blue.
///
/// A picture has no terminal to ask for its default and its sixteen colours, so it has its own,
/// documented here: one set for dark backgrounds and one for light ones. Each of the sixteen except
/// black and the two whites has a contrast of at least 4.5 with its background (WCAG 2.2,
/// <https://www.w3.org/TR/WCAG22/#contrast-minimum>).
public struct PictureColors: Hashable, Sendable {
  /// The default colour of text, as `0xRRGGBB`.
  public let foreground: UInt32
  /// The background of the picture.
  public let background: UInt32
  /// The sixteen colours that a user can configure, in the order of ``Color/names``.
  public let sixteen: [UInt32]

  /// Light text on a dark background.
  public static let dark = PictureColors(
    foreground: 0xD4D4D4, background: 0x16181D,
    sixteen: [
      0x000000, 0xE5534B, 0x57AB5A, 0xC69026, 0x539BF5, 0xB083F0, 0x39C5CF, 0xC8CCD2,
      0x8B949E, 0xFF7B72, 0x7EE787, 0xE3B341, 0x79C0FF, 0xD2A8FF, 0x76E3EA, 0xFFFFFF,
    ])

  /// Dark text on a light background.
  public static let light = PictureColors(
    foreground: 0x1F2328, background: 0xFFFFFF,
    sixteen: [
      0x000000, 0xB3261E, 0x1A7F37, 0x7D4E00, 0x0550AE, 0x8250DF, 0x0B6E79, 0xD0D7DE,
      0x6A737D, 0xCF222E, 0x116329, 0x9A6700, 0x0969DA, 0xA626A4, 0x1B7C83, 0xFFFFFF,
    ])

  private init(foreground: UInt32, background: UInt32, sixteen: [UInt32]) {
    (self.foreground, self.background, self.sixteen) = (foreground, background, sixteen)
  }

  /// Creates the colours of a picture in a theme: those of its appearance, with the background and
  /// the text that the theme itself states.
  public init(_ theme: Theme, tier: ColorTier) {
    let base = theme.appearance == .light ? Self.light : Self.dark
    let style = theme.style(.text, tier: tier)
    self.init(
      foreground: base.value(of: style.foreground) ?? base.foreground,
      background: base.value(of: style.background) ?? base.background, sixteen: base.sixteen)
  }

  /// The colours of a style on the picture.
  struct Pair: Hashable {
    /// The colour of the text.
    var text: UInt32
    /// The colour behind the text.
    var back: UInt32

    /// Returns the colour of the text, thinned to a share in eighths over what is behind it.
    func shade(_ eighths: Int) -> UInt32 { PictureColors.mixed(text, back, eighths: eighths) }
  }

  /// Returns the colours of a style; faint text has three quarters of its colour.
  func pair(_ style: ResolvedStyle) -> Pair {
    var pair = Pair(
      text: value(of: style.foreground) ?? foreground,
      back: value(of: style.background) ?? background)
    if style.attributes.contains(.reverse) { (pair.text, pair.back) = (pair.back, pair.text) }
    if style.attributes.contains(.dim) { pair.text = pair.shade(6) }
    return pair
  }

  /// Returns red, green and blue of a colour; `nil` for the default.
  private func value(of color: Color) -> UInt32? {
    if case .indexed(let index) = color, index < 16 { return sixteen[Int(index)] }
    return color.components.map { UInt32($0.red << 16 | $0.green << 8 | $0.blue) }
  }

  /// Returns a mixture of two colours.
  private static func mixed(_ top: UInt32, _ bottom: UInt32, eighths: Int) -> UInt32 {
    let share = UInt32(min(8, max(0, eighths)))
    return [16, 8, 0].reduce(0) { sum, shift in
      let (above, below) = (top >> shift & 255, bottom >> shift & 255)
      return sum | ((above * share + below * (8 - share) + 4) / 8) << shift
    }
  }
}
