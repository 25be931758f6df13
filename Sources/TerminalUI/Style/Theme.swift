/// The styles of all roles.
public struct Theme: Hashable, Sendable {
  /// The backgrounds a theme is made for.
  public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Light text on a dark background.
    case dark
    /// Dark text on a light background.
    case light
  }

  /// The name by which users choose it.
  public let name: String
  /// The background it is made for, used only to choose a default.
  public let appearance: Appearance
  /// The styles by role.
  public let roles: [StyleRole: RoleStyle]
  /// The glyphs it overrides.
  public let glyphs: [GlyphName: Character]
  /// The lines of its files that set the style of each role.
  public let origins: [StyleRole: RoleOrigin]

  /// Creates a theme.
  public init(
    name: String, appearance: Appearance = .dark, roles: [StyleRole: RoleStyle],
    glyphs: [GlyphName: Character] = [:], origins: [StyleRole: RoleOrigin] = [:]
  ) {
    (self.name, self.appearance, self.roles) = (name, appearance, roles)
    (self.glyphs, self.origins) = (glyphs, origins)
  }

  /// Returns the colours and attributes of a role on a terminal with a tier.
  ///
  /// A role without a style has that of the more general role before its last full stop, and the
  /// default style if there is none. A role of bars is never drawn in reverse or underlined by
  /// itself (``StyleRole/isBar``); a chart that must remain readable has to be outside of every
  /// overlay.
  public func style(
    _ role: StyleRole, overlay: StyleRole? = nil, tier: ColorTier
  ) -> ResolvedStyle {
    var style = ResolvedStyle.plain
    for layer in layers(of: role, overlay: nil) { roles[layer]?.apply(to: &style, tier: tier) }
    if role.isBar { style.attributes.subtract([.reverse, .underline]) }
    if let overlay = overlay.flatMap(definer) { roles[overlay]?.apply(to: &style, tier: tier) }
    return style
  }

  /// Returns the roles whose styles are combined for a role and an overlay, the lowest first.
  func layers(of role: StyleRole, overlay: StyleRole?) -> [StyleRole] {
    var layers: [StyleRole?] = [definer(of: .background), definer(of: .text)]
    if role != .text, role != .background { layers.append(definer(of: role)) }
    if let overlay { layers.append(definer(of: overlay)) }
    return layers.compactMap(\.self)
  }

  /// Returns the role that defines the style of a role: itself, or the nearest more general one in
  /// the theme.
  private func definer(of role: StyleRole) -> StyleRole? {
    if roles[role] != nil { return role }
    guard let end = role.name.lastIndex(of: ".") else { return nil }
    return definer(of: StyleRole(String(role.name[..<end])))
  }
}

extension Theme {
  /// A theme with attributes only, for when no theme can be read.
  public static let plain = Theme(
    name: "plain",
    roles: [
      .borderFocus: RoleStyle(attributes: .bold), .title: RoleStyle(attributes: .bold),
      .header: RoleStyle(attributes: .bold), .cursor: RoleStyle(attributes: .reverse),
      .cursorIdle: RoleStyle(attributes: .underline), .mark: RoleStyle(attributes: .bold),
      .match: RoleStyle(attributes: .underline), .hintKey: RoleStyle(attributes: .bold),
      .hintText: RoleStyle(attributes: .dim), .disabled: RoleStyle(attributes: .dim),
      .dim: RoleStyle(attributes: .dim), .tabCurrent: RoleStyle(attributes: .bold),
      .placeholder: RoleStyle(attributes: .dim), .inputError: RoleStyle(attributes: .underline),
      .environmentProduction: RoleStyle(attributes: .reverse),
      .flashWarn: RoleStyle(attributes: .bold), .flashError: RoleStyle(attributes: .reverse),
    ])
}
