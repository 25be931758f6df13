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
  /// The attributes without colour, where they differ.
  public var monoAttributes: TextAttributes?

  /// Creates what a theme says about a role.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = [],
    foreground256: Color? = nil, foreground16: Color? = nil, monoAttributes: TextAttributes? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.foreground256 = foreground256
    self.foreground16 = foreground16
    self.monoAttributes = monoAttributes
  }

  func apply(to style: inout ResolvedStyle, tier: ColorTier) {
    switch tier {
    case .mono:
      style.attributes.formUnion(monoAttributes ?? attributes)
      return
    case .sixteen:
      if let color = foreground16 ?? foreground { style.foreground = color.nearest16 }
      if let color = background { style.background = color.nearest16 }
    case .indexed:
      if let color = foreground256 ?? foreground { style.foreground = color.nearest256 }
      if let color = background { style.background = color.nearest256 }
    case .direct:
      if let color = foreground { style.foreground = color }
      if let color = background { style.background = color }
    }
    style.attributes.formUnion(attributes)
  }
}
