/// What a terminal draws a cell with, after theme and tier have been applied.
public struct ResolvedStyle: Hashable, Sendable {
  /// The colour of the signs.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// How the signs are drawn.
  public var attributes: TextAttributes

  /// The terminal's own colours and no attribute.
  public static let plain = ResolvedStyle(
    foreground: .terminal, background: .terminal, attributes: [])

  /// The style as one line, such as `#5fd7ff on default bold`.
  public var notation: String {
    let colors = "\(foreground.notation) on \(background.notation)"
    return attributes.isEmpty ? colors : colors + " " + attributes.words
  }

  /// Creates a style.
  public init(foreground: Color, background: Color, attributes: TextAttributes) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// What a theme says about one role.
public struct RoleStyle: Hashable, Sendable {
  /// The colour of the signs; `nil` leaves it as it is.
  public var foreground: Color?
  /// The colour behind them; `nil` leaves it as it is.
  public var background: Color?
  /// How the signs are drawn.
  public var attributes: TextAttributes
  /// The foreground with 256 colours, where the nearest one is not wanted.
  public var foreground256: Color?
  /// The foreground with sixteen colours, where the nearest one is not wanted.
  public var foreground16: Color?
  /// The background with 256 colours, where the nearest one is not wanted.
  public var background256: Color?
  /// The background with sixteen colours, where the nearest one is not wanted.
  public var background16: Color?
  /// The attributes without colour, where they differ.
  public var monoAttributes: TextAttributes?

  /// Creates what a theme says about a role.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = [],
    foreground256: Color? = nil, foreground16: Color? = nil, background256: Color? = nil,
    background16: Color? = nil, monoAttributes: TextAttributes? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.foreground256 = foreground256
    self.foreground16 = foreground16
    self.background256 = background256
    self.background16 = background16
    self.monoAttributes = monoAttributes
  }

  /// The colour of the signs with a tier; `nil` leaves it as it is.
  func foreground(in tier: ColorTier) -> Color? {
    switch tier {
    case .mono: nil
    case .sixteen: (foreground16 ?? foreground)?.nearest16
    case .indexed: (foreground256 ?? foreground)?.nearest256
    case .direct: foreground
    }
  }

  /// The colour behind the signs with a tier; `nil` leaves it as it is.
  func background(in tier: ColorTier) -> Color? {
    switch tier {
    case .mono: nil
    case .sixteen: (background16 ?? background)?.nearest16
    case .indexed: (background256 ?? background)?.nearest256
    case .direct: background
    }
  }

  /// How the signs are drawn with a tier.
  func attributes(in tier: ColorTier) -> TextAttributes {
    tier == .mono ? monoAttributes ?? attributes : attributes
  }

  func apply(to style: inout ResolvedStyle, tier: ColorTier) {
    if let color = foreground(in: tier) { style.foreground = color }
    if let color = background(in: tier) { style.background = color }
    style.attributes.formUnion(attributes(in: tier))
  }
}
