/// The colours and attributes of a cell on a terminal, after theme and tier have been applied.
public struct ResolvedStyle: Hashable, Sendable {
  /// The foreground colour.
  public var foreground: Color
  /// The background colour.
  public var background: Color
  /// The attributes of the text.
  public var attributes: TextAttributes

  /// The terminal's default colours without attributes.
  public static let plain = ResolvedStyle(
    foreground: .terminal, background: .terminal, attributes: [])

  /// Creates a style.
  public init(foreground: Color, background: Color, attributes: TextAttributes) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }
}

/// The style of one role in a theme.
public struct RoleStyle: Hashable, Sendable {
  /// The foreground colour; `nil` leaves it unchanged.
  public var foreground: Color?
  /// The background colour; `nil` leaves it unchanged.
  public var background: Color?
  /// The attributes of the text.
  public var attributes: TextAttributes
  /// The foreground for 256 colours, if it is not the nearest one.
  public var foreground256: Color?
  /// The foreground for sixteen colours, if it is not the nearest one.
  public var foreground16: Color?
  /// The background for 256 colours, if it is not the nearest one.
  public var background256: Color?
  /// The background for sixteen colours, if it is not the nearest one.
  public var background16: Color?
  /// The attributes without colour, if they differ.
  public var monoAttributes: TextAttributes?

  /// Creates the style of a role.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = [],
    foreground256: Color? = nil, foreground16: Color? = nil, background256: Color? = nil,
    background16: Color? = nil, monoAttributes: TextAttributes? = nil
  ) {
    (self.foreground, self.background) = (foreground, background)
    (self.attributes, self.foreground256) = (attributes, foreground256)
    (self.foreground16, self.background256) = (foreground16, background256)
    (self.background16, self.monoAttributes) = (background16, monoAttributes)
  }

  /// Returns the foreground colour for a tier; `nil` leaves it unchanged.
  func foreground(in tier: ColorTier) -> Color? {
    tier.color(foreground, of256: foreground256, of16: foreground16)
  }

  /// Returns the background colour for a tier; `nil` leaves it unchanged.
  func background(in tier: ColorTier) -> Color? {
    tier.color(background, of256: background256, of16: background16)
  }

  func attributes(in tier: ColorTier) -> TextAttributes {
    tier == .mono ? monoAttributes ?? attributes : attributes
  }

  func apply(to style: inout ResolvedStyle, tier: ColorTier) {
    if let color = foreground(in: tier) { style.foreground = color }
    if let color = background(in: tier) { style.background = color }
    style.attributes.formUnion(attributes(in: tier))
  }
}

extension ColorTier {
  /// Returns the colour to draw with, out of a direct one and those stated in the place of it.
  fileprivate func color(_ direct: Color?, of256: Color?, of16: Color?) -> Color? {
    switch self {
    case .mono: nil
    case .sixteen: (of16 ?? direct)?.nearest16
    case .indexed: (of256 ?? direct)?.nearest256
    case .direct: direct
    }
  }
}
