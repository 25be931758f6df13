/// The semantic role of a part of the screen, which a theme maps to colours.
///
/// Views use roles and never colours. The kit's own roles are listed here; a program adds its own
/// with the same initializer. A name consists of parts separated by full stops, from the general to
/// the specific.
public struct StyleRole: Hashable, Sendable, ExpressibleByStringLiteral {
  let interned: Symbol

  /// Creates a role from its name.
  public init(_ name: String) { interned = Symbol(name) }

  /// Creates a role from its name.
  public init(stringLiteral name: String) { self.init(name) }

  init(_ interned: Symbol) { self.interned = interned }

  /// The name that themes use, such as `ui.border.focus`.
  public var name: String { interned.text }

  /// A Boolean value that indicates whether bars are drawn with the role: its last part is `bar`,
  /// as in `state.hold.bar`.
  ///
  /// A bar consists of glyphs that fill their cell, so reverse would draw it in the colour of its
  /// surroundings, and an underline would be a second line beside that of a chart:
  /// ``Theme/style(_:overlay:tier:)`` omits both for such a role.
  public var isBar: Bool { name.hasSuffix(".bar") }
}

extension StyleRole {
  /// Ordinary text.
  public static let text: StyleRole = "ui.fg"
  /// The empty screen.
  public static let background: StyleRole = "ui.bg"
  /// Less important text.
  public static let dim: StyleRole = "ui.dim"
  /// The border of a panel.
  public static let border: StyleRole = "ui.border"
  /// The border of the panel that receives keys.
  public static let borderFocus: StyleRole = "ui.border.focus"
  /// A panel's title.
  public static let title: StyleRole = "ui.title"
  /// A table's column headings.
  public static let header: StyleRole = "ui.header"
  /// The row or field under the cursor; used as an overlay.
  public static let cursor: StyleRole = "ui.cursor"
  /// The selected row of a panel without focus; used as an overlay.
  public static let cursorIdle: StyleRole = "ui.cursor.idle"
  /// A marked row.
  public static let mark: StyleRole = "ui.mark"
  /// Text that matches a search; used as an overlay.
  public static let match: StyleRole = "ui.match"
  /// The key in a hint.
  public static let hintKey: StyleRole = "ui.hint.key"
  /// The action of the key in a hint.
  public static let hintText: StyleRole = "ui.hint.text"
  /// An item that is not available now.
  public static let disabled: StyleRole = "ui.disabled"
  /// The line with the names of the program and its environment.
  public static let context: StyleRole = "ui.context"
  /// The tab of the current screen.
  public static let tabCurrent: StyleRole = "ui.tab.current"
  /// The tab of another screen.
  public static let tab: StyleRole = "ui.tab"
  /// The text of a field.
  public static let input: StyleRole = "ui.input"
  /// The placeholder of an empty field.
  public static let placeholder: StyleRole = "ui.input.placeholder"
  /// The invalid part of a field.
  public static let inputError: StyleRole = "ui.input.error"
  /// A production environment's name.
  public static let environmentProduction: StyleRole = "ui.env.prod"
  /// A staging environment's name.
  public static let environmentStaging: StyleRole = "ui.env.staging"
  /// A demonstration's name.
  public static let environmentDemo: StyleRole = "ui.env.demo"
  /// A message about a success.
  public static let flashInfo: StyleRole = "flash.info"
  /// A message that needs attention.
  public static let flashWarn: StyleRole = "flash.warn"
  /// A message about a failure.
  public static let flashError: StyleRole = "flash.error"

  /// The roles that the kit itself draws with.
  public static let kit: [StyleRole] = [
    .text, .background, .dim, .border, .borderFocus, .title, .header, .cursor, .cursorIdle, .mark,
    .match, .hintKey, .hintText, .disabled, .context, .tabCurrent, .tab, .input, .placeholder,
    .inputError, .environmentProduction, .environmentStaging, .environmentDemo, .flashInfo,
    .flashWarn, .flashError,
  ]
}
