/// Reads one theme's tree, collecting what it says and what cannot be used.
struct ThemeReader {
  let theme: String
  let roles: Set<StyleRole>
  let glyphs: Set<GlyphName>
  /// The inherited palette, then the theme's own over it.
  var palette: [String: Color]
  var looks: [StyleRole: RoleStyle] = [:]
  var signs: [GlyphName: Character] = [:]
  var appearance: Theme.Appearance?
  var warnings: [ThemeWarning] = []

  private static let keys = ["name", "inherits", "appearance", "palette", "roles", "glyphs"]
  private static let styleKeys = ["fg", "bg", "attr", "c256", "c16", "mono"]

  init(
    theme: String, roles: Set<StyleRole>, glyphs: Set<GlyphName>, palette: [String: Color]
  ) {
    self.theme = theme
    self.roles = roles
    self.glyphs = glyphs
    self.palette = palette
  }

  mutating func read(_ source: ThemeSource) {
    for (key, value) in entries(source, at: "theme") {
      switch key {
      case "name", "inherits", "palette": break
      case "appearance": readAppearance(value)
      case "roles", "glyphs": break
      case _: warn(key, .unknownKey(nearest: NearestName.find(key, in: Self.keys)))
      }
    }
    readPalette(source["palette"])
    if let table = source["roles"] {
      for (name, value) in entries(table, at: "roles") { readRole(name, value) }
    }
    if let table = source["glyphs"] {
      for (name, value) in entries(table, at: "glyphs") { readSign(name, value) }
    }
  }

  private mutating func readAppearance(_ value: ThemeSource) {
    let word = value.word ?? ""
    appearance = Theme.Appearance(rawValue: word)
    if appearance == nil { warn("appearance", .notAnAppearance(word)) }
  }

  private mutating func readPalette(_ table: ThemeSource?) {
    guard let table else { return }
    for (name, value) in entries(table, at: "palette") {
      if let color = color(value, at: "palette.\(name)") { palette[name] = color }
    }
  }

  private mutating func readRole(_ name: String, _ value: ThemeSource) {
    let role = StyleRole(name)
    guard roles.contains(role) else {
      let nearest = NearestName.find(name, in: roles.map(\.name).sorted())
      warn("roles.\(name)", .unknownRole(nearest: nearest))
      return
    }
    guard case .table(let fields) = value else {
      looks[role] = RoleStyle(foreground: color(value, at: "roles.\(name)"))
      return
    }
    var look = RoleStyle()
    for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
      let path = "roles.\(name).\(key)"
      switch key {
      case "fg": look.foreground = color(field, at: path)
      case "bg": look.background = color(field, at: path)
      case "c256": look.foreground256 = color(field, at: path)
      case "c16": look.foreground16 = color(field, at: path)
      case "attr": look.attributes = attributes(field, at: path) ?? []
      case "mono": look.monoAttributes = attributes(field, at: path)
      case _: warn(path, .unknownKey(nearest: NearestName.find(key, in: Self.styleKeys)))
      }
    }
    looks[role] = look
  }

  private mutating func readSign(_ name: String, _ value: ThemeSource) {
    guard glyphs.contains(GlyphName(name)) else {
      let nearest = NearestName.find(name, in: glyphs.map(\.name).sorted())
      warn("glyphs.\(name)", .unknownGlyph(nearest: nearest))
      return
    }
    let text = value.word ?? ""
    guard text.count == 1, let sign = text.first, SafeText.width(of: text) == 1,
      SafeText.sanitized(text) == text
    else {
      warn("glyphs.\(name)", .notOneColumn(text))
      return
    }
    signs[GlyphName(name)] = sign
  }

  private mutating func color(_ value: ThemeSource, at path: String) -> Color? {
    guard let word = value.word else {
      warn(path, .wrongKind)
      return nil
    }
    guard let color = palette[word] ?? Color(word) else {
      warn(path, .notAColor(word))
      return nil
    }
    return color
  }

  private mutating func attributes(_ value: ThemeSource, at path: String) -> TextAttributes? {
    guard case .text(let words) = value else {
      warn(path, .wrongKind)
      return nil
    }
    guard let attributes = TextAttributes(words: words) else {
      warn(path, .notAttributes(words))
      return nil
    }
    return attributes
  }

  /// The entries of a table in the order of their keys, so that warnings have one order.
  private mutating func entries(
    _ source: ThemeSource, at path: String
  ) -> [(String, ThemeSource)] {
    guard case .table(let values) = source else {
      warn(path, .wrongKind)
      return []
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func warn(_ path: String, _ reason: ThemeWarning.Reason) {
    warnings.append(ThemeWarning(theme: theme, path: path, reason: reason))
  }
}
