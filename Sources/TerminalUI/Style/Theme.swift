/// What every role looks like.
public struct Theme: Hashable, Sendable {
  /// The backgrounds a theme is made for.
  public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Light signs on a dark background.
    case dark
    /// Dark signs on a light background.
    case light
  }

  /// The name users choose it by.
  public let name: String
  /// The background it is made for, used only to choose a default.
  public let appearance: Appearance
  /// The colours by their names.
  public let palette: [String: Color]
  /// The looks by role.
  public let roles: [StyleRole: RoleStyle]
  /// The signs it changes.
  public let glyphs: [GlyphName: Character]

  /// Creates a theme.
  public init(
    name: String, appearance: Appearance = .dark, palette: [String: Color] = [:],
    roles: [StyleRole: RoleStyle], glyphs: [GlyphName: Character] = [:]
  ) {
    self.name = name
    self.appearance = appearance
    self.palette = palette
    self.roles = roles
    self.glyphs = glyphs
  }

  /// What a terminal with a tier draws a meaning with.
  ///
  /// A role the theme does not know looks like the more general one before its last full stop,
  /// and ordinary when there is none.
  public func style(
    _ role: StyleRole, overlay: StyleRole? = nil, tier: ColorTier
  ) -> ResolvedStyle {
    var style = ResolvedStyle.plain
    look(of: .background)?.apply(to: &style, tier: tier)
    look(of: .text)?.apply(to: &style, tier: tier)
    if role != .text { look(of: role)?.apply(to: &style, tier: tier) }
    if let overlay { look(of: overlay)?.apply(to: &style, tier: tier) }
    return style
  }

  private func look(of role: StyleRole) -> RoleStyle? {
    if let look = roles[role] { return look }
    guard let end = role.name.lastIndex(of: ".") else { return nil }
    return look(of: StyleRole(String(role.name[..<end])))
  }
}

extension Theme {
  /// Attributes only: what a screen looks like when no theme can be read.
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
