import PlainText

/// A reader of one theme's tree, which collects its styles and its warnings.
///
/// The palette of the whole lineage is read first, so that a theme that changes a colour changes it
/// in every role it inherits.
struct ThemeReader {
  /// A colour of the palette, with its replacements for fewer colours.
  struct PaletteColor {
    var color: Color
    var color256: Color?
    var color16: Color?
    var origin: ThemeOrigin
  }

  let theme: String
  let file: ThemeFile
  let roles: Set<StyleRole>
  let glyphs: Set<GlyphName>
  /// The inherited palette, overridden by the theme's own.
  var palette: [String: PaletteColor] = [:]
  var looks: [StyleRole: RoleStyle] = [:]
  var origins: [StyleRole: RoleOrigin] = [:]
  var signs: [GlyphName: Character] = [:]
  var appearance: Theme.Appearance?
  var warnings: [ThemeWarning] = []

  private static let keys = ["name", "inherits", "appearance", "palette", "roles", "glyphs"]
  private static let styleKeys = ["fg", "bg", "attr", "c256", "c16", "bg256", "bg16", "mono"]
  private static let colorKeys = ["color", "c256", "c16"]

  /// Reads everything except the palette.
  mutating func read() {
    for (key, value) in entries(file.source, at: "theme") {
      switch key {
      case "appearance": readAppearance(value)
      case "name", "inherits", "palette", "roles", "glyphs": break
      case _: warn(key, .unknownKey(nearest: NearestName.find(key, in: Self.keys)))
      }
    }
    if let table = file.source["roles"] {
      for (name, value) in entries(table, at: "roles") { readRole(name, value) }
    }
    if let table = file.source["glyphs"] {
      for (name, value) in entries(table, at: "glyphs") { readSign(name, value) }
    }
  }

  mutating func readPalette() {
    guard let table = file.source["palette"] else { return }
    for (name, value) in entries(table, at: "palette") {
      let path = "palette.\(name)"
      let origin = file.origin(of: path)
      guard case .table(let fields) = value else {
        if let color = color(value, at: path) {
          palette[name] = PaletteColor(color: color, origin: origin)
        }
        continue
      }
      for key in fields.keys.sorted() where !Self.colorKeys.contains(key) {
        warn("\(path).\(key)", .unknownKey(nearest: NearestName.find(key, in: Self.colorKeys)))
      }
      guard let stated = fields["color"] else {
        warn(path, .missingColor)
        continue
      }
      guard let color = color(stated, at: path + ".color") else { continue }
      palette[name] = PaletteColor(
        color: color, color256: fields["c256"].flatMap { self.color($0, at: path + ".c256") },
        color16: fields["c16"].flatMap { self.color($0, at: path + ".c16") }, origin: origin)
    }
  }

  private mutating func readAppearance(_ value: ThemeSource) {
    let word = value.word ?? ""
    appearance = Theme.Appearance(rawValue: word)
    if appearance == nil { warn("appearance", .notAnAppearance(word)) }
  }

  private mutating func readRole(_ name: String, _ value: ThemeSource) {
    let role = StyleRole(name)
    guard roles.contains(role) else {
      // `ui.border.focus = …` without quotes is a table in a table in TOML.
      if case .table(let inner) = value, roles.contains(where: { $0.name.hasPrefix(name + ".") }) {
        for (part, value) in inner.sorted(by: { $0.key < $1.key }) {
          readRole(name + "." + part, value)
        }
        return
      }
      let nearest = NearestName.find(name, in: roles.map(\.name).sorted())
      warn("roles.\(name)", .unknownRole(nearest: nearest))
      return
    }
    let path = "roles.\(name)"
    var origin = RoleOrigin(role: file.origin(of: path))
    var look = RoleStyle()
    let fields: [String: ThemeSource]
    if case .table(let table) = value {
      fields = table
    } else {
      fields = [role == .background ? "bg" : "fg": value]
    }
    let sound = warnings.count
    for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
      readField(key, field, at: value == field ? path : "\(path).\(key)", into: &look)
    }
    // A role of which nothing could be read is inherited, and not plain.
    guard look != RoleStyle() || warnings.count == sound else { return }
    let (front, back) = (shade(fields["fg"]), shade(fields["bg"]))
    look.foreground256 = look.foreground256 ?? front?.color256
    look.foreground16 = look.foreground16 ?? front?.color16
    look.background256 = look.background256 ?? back?.color256
    look.background16 = look.background16 ?? back?.color16
    if look.foreground != nil { origin.foreground = front?.origin ?? origin.role }
    if look.background != nil { origin.background = back?.origin ?? origin.role }
    looks[role] = look
    origins[role] = origin
  }

  /// Returns the colour of the palette that a value names.
  private func shade(_ value: ThemeSource?) -> PaletteColor? { value?.word.flatMap { palette[$0] } }

  private mutating func readField(
    _ key: String, _ field: ThemeSource, at path: String, into look: inout RoleStyle
  ) {
    switch key {
    case "fg": look.foreground = color(field, at: path)
    case "bg": look.background = color(field, at: path)
    case "c256": look.foreground256 = color(field, at: path)
    case "c16": look.foreground16 = color(field, at: path)
    case "bg256": look.background256 = color(field, at: path)
    case "bg16": look.background16 = color(field, at: path)
    case "attr": look.attributes = attributes(field, at: path) ?? []
    case "mono": look.monoAttributes = attributes(field, at: path)
    case _: warn(path, .unknownKey(nearest: NearestName.find(key, in: Self.styleKeys)))
    }
  }

  private mutating func readSign(_ name: String, _ value: ThemeSource) {
    guard glyphs.contains(GlyphName(name)) else {
      if case .table(let inner) = value, glyphs.contains(where: { $0.name.hasPrefix(name + ".") }) {
        for (part, value) in inner.sorted(by: { $0.key < $1.key }) {
          readSign(name + "." + part, value)
        }
        return
      }
      let nearest = NearestName.find(name, in: glyphs.map(\.name).sorted())
      warn("glyphs.\(name)", .unknownGlyph(nearest: nearest))
      return
    }
    let text = value.word ?? ""
    guard text.count == 1, let sign = text.first, SafeText.width(of: text) == 1,
      SafeText.sanitized(text) == text
    else { return warn("glyphs.\(name)", .notOneColumn(text)) }
    signs[GlyphName(name)] = sign
  }

  private mutating func color(_ value: ThemeSource, at path: String) -> Color? {
    guard let word = value.word else {
      warn(path, .wrongKind)
      return nil
    }
    guard let color = palette[word]?.color ?? Color(word) else {
      let nearest = NearestName.find(word, in: palette.keys.sorted() + Color.names)
      warn(path, .notAColor(word, nearest: nearest))
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

  /// Returns the entries of a table in the order of their keys, so that warnings have a fixed
  /// order.
  private mutating func entries(_ source: ThemeSource, at path: String) -> [(String, ThemeSource)] {
    guard case .table(let values) = source else {
      warn(path, .wrongKind)
      return []
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func warn(_ path: String, _ reason: ThemeWarning.Reason) {
    warnings.append(
      ThemeWarning(theme: theme, path: path, reason: reason, origin: file.origin(of: path)))
  }
}
