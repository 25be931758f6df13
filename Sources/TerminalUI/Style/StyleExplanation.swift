/// The origin of a cell's style: each colour, with the line of a theme file that sets it.
public struct StyleExplanation: Hashable, Sendable {
  /// One property of a style with the role that sets it.
  public struct Part: Hashable, Sendable {
    /// The value in the notation of themes.
    public var value: String
    /// The role that sets it; `nil` if it is the terminal's default.
    public var role: StyleRole?
    /// The line that sets it; `nil` if it is unknown.
    public var origin: ThemeOrigin?
  }

  /// The foreground colour.
  public var foreground: Part
  /// The background colour.
  public var background: Part
  /// The attributes, from the lowest layer to the highest; empty for none.
  public var attributes: [Part]
}

extension Theme {
  /// Returns the origin of the style of a role on a terminal with a tier.
  public func explanation(
    of role: StyleRole, overlay: StyleRole? = nil, tier: ColorTier
  ) -> StyleExplanation {
    let own = StyleExplanation.Part(value: Color.terminal.notation)
    var result = StyleExplanation(foreground: own, background: own, attributes: [])
    for layer in layers(of: role, overlay: overlay) {
      guard let look = roles[layer] else { continue }
      let origin = origins[layer]
      if let color = look.foreground(in: tier) {
        result.foreground = .init(
          value: color.notation, role: layer, origin: origin?.foreground ?? origin?.role)
      }
      if let color = look.background(in: tier) {
        result.background = .init(
          value: color.notation, role: layer, origin: origin?.background ?? origin?.role)
      }
      let attributes = look.attributes(in: tier)
      if !attributes.isEmpty {
        result.attributes.append(.init(value: attributes.words, role: layer, origin: origin?.role))
      }
    }
    return result
  }

  /// A Boolean value that indicates whether one of the user's own files contributes to the theme.
  public var isOwn: Bool { origins.values.contains { !$0.role.isShipped } }
}

extension Color {
  /// A Boolean value that indicates whether dark text is readable on it; `nil` for the terminal's
  /// default.
  public var isLight: Bool? {
    contrast(with: .rgb(0)).map { $0 > contrast(with: .rgb(0xFF_FFFF)) ?? 0 }
  }
}
