import PlainText

/// The themes that a user can choose from.
public struct ThemeCatalog: Sendable {
  private let files: [String: ThemeFile]
  private let shipped: [String: ThemeFile]
  private let roles: Set<StyleRole>
  private let glyphs: Set<GlyphName>

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - files: The files by theme name; the caller has already replaced shipped ones with the
  ///     user's own of the same name.
  ///   - shipped: The files shipped with the program. They inherit from each other only, and a
  ///     user's file may inherit from the shipped one that it replaces.
  ///   - roles: The program's roles, in addition to the kit's.
  ///   - glyphs: The program's glyphs, in addition to the kit's.
  public init(
    files: [String: ThemeFile], shipped: [String: ThemeFile] = [:], roles: [StyleRole] = [],
    glyphs: [GlyphDefinition] = []
  ) {
    (self.files, self.shipped) = (files, shipped)
    self.roles = Set(StyleRole.kit + roles)
    self.glyphs = Set((GlyphDefinition.kit + glyphs).map(\.name))
  }

  /// The names, sorted.
  public var names: [String] { files.keys.sorted() }

  /// Returns a theme combined with those it inherits from; `nil` if there is no theme of that name.
  ///
  /// Nothing in a theme is an error: values that cannot be used are ignored and reported in a
  /// warning.
  public func theme(named name: String) -> (theme: Theme, warnings: [ThemeWarning])? {
    guard files[name] != nil else { return nil }
    var warnings: [ThemeWarning] = []
    let lineage = lineage(of: name, &warnings).reversed()
    var readers: [ThemeReader] = []
    for (ancestor, file) in lineage {
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
      name: name, appearance: appearance, roles: looks, glyphs: signs, origins: origins)
    return (theme, warnings)
  }

  /// Returns whether a theme was shipped with the program.
  public func isShipped(_ name: String) -> Bool { files[name]?.isShipped == true }

  /// Returns the theme, its parent, and so on to the first that inherits from nothing.
  private func lineage(
    of name: String, _ warnings: inout [ThemeWarning]
  ) -> [(name: String, file: ThemeFile)] {
    var lineage = files[name].map { [(name: name, file: $0)] } ?? []
    while let (current, file) = lineage.last, let parent = file.source["inherits"]?.word {
      let reason: ThemeWarning.Reason
      if let next = self.parent(parent, of: file, named: current) {
        if !lineage.contains(where: { $0.name == parent && $0.file == next }) {
          lineage.append((parent, next))
          continue
        }
        reason = .circularInheritance(parent)
      } else {
        reason = .unknownParent(parent, nearest: NearestName.find(parent, in: names))
      }
      warnings.append(
        ThemeWarning(
          theme: current, path: "inherits", reason: reason, origin: file.origin(of: "inherits")))
      break
    }
    return lineage
  }

  private func parent(_ parent: String, of file: ThemeFile, named name: String) -> ThemeFile? {
    if file.isShipped || parent == name, let own = shipped[parent] { return own }
    return files[parent]
  }
}
