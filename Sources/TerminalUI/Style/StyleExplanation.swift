/// Why a cell looks as it does: each colour, and the place in a file that asked for it.
public struct StyleExplanation: Hashable, Sendable {
  /// One thing that was decided by one role.
  public struct Part: Hashable, Sendable {
    /// As themes write it.
    public var value: String
    /// The role that asked for it; `nil` where it is the terminal's own.
    public var role: StyleRole?
    /// Where it stands; `nil` where that is not known.
    public var origin: ThemeOrigin?
  }

  /// The colour of the signs.
  public var foreground: Part
  /// The colour behind them.
  public var background: Part
  /// How the signs are drawn, from the lowest layer to the highest; empty for nothing special.
  public var attributes: [Part]
}

extension Theme {
  /// Explains what a terminal with a tier draws a meaning with.
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
        result.attributes.append(
          .init(value: attributes.words, role: layer, origin: origin?.role))
      }
    }
    return result
  }

  /// Whether one of the user's own files has a part in it.
  public var isOwn: Bool { origins.values.contains { !$0.role.isShipped } }
}

extension Color {
  /// Whether dark signs are to be drawn on it; `nil` for the terminal's own.
  public var isLight: Bool? {
    contrast(with: .rgb(0)).map { $0 > contrast(with: .rgb(0xFF_FFFF)) ?? 0 }
  }
}
