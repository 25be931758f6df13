/// The themes a user can choose from, as they were read.
public struct ThemeCatalog: Sendable {
  private let files: [String: ThemeFile]
  private let roles: Set<StyleRole>
  private let glyphs: Set<GlyphName>

  /// Collects themes.
  ///
  /// - Parameters:
  ///   - files: The files by theme name; the user's own replace shipped ones of the same name
  ///     before they get here.
  ///   - roles: The product's roles, beside the kit's.
  ///   - glyphs: The product's signs, beside the kit's.
  public init(
    files: [String: ThemeFile], roles: [StyleRole] = [], glyphs: [GlyphDefinition] = []
  ) {
    self.files = files
    self.roles = Set(StyleRole.kit + roles)
    self.glyphs = Set((GlyphDefinition.kit + glyphs).map(\.name))
  }

  /// The names, in order.
  public var names: [String] { files.keys.sorted() }

  /// Puts a theme together with those it inherits from.
  ///
  /// Nothing in a theme is an error: what cannot be used is left out and named in a warning.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The theme and what was left out of it; `nil` when there is no theme of that name.
  public func theme(named name: String) -> (theme: Theme, warnings: [ThemeWarning])? {
    guard files[name] != nil else { return nil }
    var warnings: [ThemeWarning] = []
    let lineage = lineage(of: name, &warnings).reversed()
    var readers: [ThemeReader] = []
    for ancestor in lineage {
      guard let file = files[ancestor] else { continue }
      var reader = ThemeReader(
        theme: ancestor, file: file, roles: roles, glyphs: glyphs,
        palette: readers.last?.palette ?? [:])
      reader.readPalette()
      readers.append(reader)
    }
    let palette = readers.last?.palette ?? [:]
    var looks: [StyleRole: RoleStyle] = [:]
    var origins: [StyleRole: RoleOrigin] = [:]
    var signs: [GlyphName: Character] = [:]
    var appearance = Theme.Appearance.dark
    for var reader in readers {
      reader.palette = palette
      reader.read()
      looks.merge(reader.looks) { $1 }
      origins.merge(reader.origins) { $1 }
      signs.merge(reader.signs) { $1 }
      appearance = reader.appearance ?? appearance
      warnings += reader.warnings
    }
    let theme = Theme(
      name: name, appearance: appearance, palette: palette.mapValues(\.color), roles: looks,
      glyphs: signs, origins: origins)
    return (theme, warnings)
  }

  /// Whether a theme came with the program.
  public func isShipped(_ name: String) -> Bool { files[name]?.isShipped == true }

  /// The theme, its parent, and so on to the first that inherits from nothing.
  private func lineage(of name: String, _ warnings: inout [ThemeWarning]) -> [String] {
    var lineage = [name]
    while let current = lineage.last, let file = files[current],
      let parent = file.source["inherits"]?.word
    {
      if lineage.contains(parent) {
        warnings.append(
          ThemeWarning(
            theme: current, path: "inherits", reason: .circularInheritance(parent),
            origin: file.origin(of: "inherits")))
        break
      }
      guard files[parent] != nil else {
        let nearest = NearestName.find(parent, in: names)
        warnings.append(
          ThemeWarning(
            theme: current, path: "inherits", reason: .unknownParent(parent, nearest: nearest),
            origin: file.origin(of: "inherits")))
        break
      }
      lineage.append(parent)
    }
    return lineage
  }
}
