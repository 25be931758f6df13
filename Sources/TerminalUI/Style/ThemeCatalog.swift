/// The themes a user can choose from, as they were read.
public struct ThemeCatalog: Sendable {
  private let sources: [String: ThemeSource]
  private let roles: Set<StyleRole>
  private let glyphs: Set<GlyphName>

  /// Collects themes.
  ///
  /// - Parameters:
  ///   - sources: The trees by theme name; the user's own replace shipped ones of the same name
  ///     before they get here.
  ///   - roles: The product's roles, beside the kit's.
  ///   - glyphs: The product's signs, beside the kit's.
  public init(
    sources: [String: ThemeSource], roles: [StyleRole] = [], glyphs: [GlyphDefinition] = []
  ) {
    self.sources = sources
    self.roles = Set(StyleRole.kit + roles)
    self.glyphs = Set((GlyphDefinition.kit + glyphs).map(\.name))
  }

  /// The names, in order.
  public var names: [String] { sources.keys.sorted() }

  /// Puts a theme together with those it inherits from.
  ///
  /// Nothing in a theme is an error: what cannot be used is left out and named in a warning.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The theme and what was left out of it; `nil` when there is no theme of that name.
  public func theme(named name: String) -> (theme: Theme, warnings: [ThemeWarning])? {
    guard sources[name] != nil else { return nil }
    var warnings: [ThemeWarning] = []
    let lineage = lineage(of: name, &warnings)
    var palette: [String: Color] = [:]
    var looks: [StyleRole: RoleStyle] = [:]
    var signs: [GlyphName: Character] = [:]
    var appearance = Theme.Appearance.dark
    for ancestor in lineage.reversed() {
      guard let source = sources[ancestor] else { continue }
      var reader = ThemeReader(theme: ancestor, roles: roles, glyphs: glyphs, palette: palette)
      reader.read(source)
      palette = reader.palette
      looks.merge(reader.looks) { $1 }
      signs.merge(reader.signs) { $1 }
      appearance = reader.appearance ?? appearance
      warnings += reader.warnings
    }
    let theme = Theme(
      name: name, appearance: appearance, palette: palette, roles: looks, glyphs: signs)
    return (theme, warnings)
  }

  /// The theme, its parent, and so on to the first that inherits from nothing.
  private func lineage(of name: String, _ warnings: inout [ThemeWarning]) -> [String] {
    var lineage = [name]
    while let current = lineage.last, let parent = sources[current]?["inherits"]?.word {
      if lineage.contains(parent) {
        warnings.append(
          ThemeWarning(theme: current, path: "inherits", reason: .circularInheritance(parent)))
        break
      }
      guard sources[parent] != nil else {
        let nearest = NearestName.find(parent, in: names)
        warnings.append(
          ThemeWarning(
            theme: current, path: "inherits", reason: .unknownParent(parent, nearest: nearest)))
        break
      }
      lineage.append(parent)
    }
    return lineage
  }
}
