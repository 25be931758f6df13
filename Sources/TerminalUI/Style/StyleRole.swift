/// The meaning of a piece of screen, which a theme turns into colours.
///
/// Views name meanings and never colours. The kit's own roles are listed here; a product adds its
/// own with the same initializer. A name is made of parts with full stops between them, from the
/// general to the particular.
public struct StyleRole: Hashable, Sendable, ExpressibleByStringLiteral {
  let interned: Symbol

  /// Creates a role from its name.
  public init(_ name: String) { interned = Symbol(name) }

  /// Creates a role from its name.
  public init(stringLiteral name: String) { self.init(name) }

  init(_ interned: Symbol) { self.interned = interned }

  /// The name that themes use, such as `ui.border.focus`.
  public var name: String { interned.text }

  /// Whether bars are drawn with the role: its last part is `bar`, as in `state.hold.bar`.
  ///
  /// A bar is made of signs that fill their cell, so that reverse would draw it in the colour of
  /// what is around it: ``Theme/style(_:overlay:tier:)`` leaves reverse out for such a role.
  public var isBar: Bool { name.hasSuffix(".bar") }
}

extension StyleRole {
  /// Ordinary text.
  public static let text: StyleRole = "ui.fg"
  /// The empty screen.
  public static let background: StyleRole = "ui.bg"
  /// Text that may be skipped.
  public static let dim: StyleRole = "ui.dim"
  /// The frame of a panel.
  public static let border: StyleRole = "ui.border"
  /// The frame of the panel that receives keys.
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
  /// What the key in a hint does.
  public static let hintText: StyleRole = "ui.hint.text"
  /// Something that cannot be used now.
  public static let disabled: StyleRole = "ui.disabled"
  /// The line that names the product and its environment.
  public static let context: StyleRole = "ui.context"
  /// The tab of the current screen.
  public static let tabCurrent: StyleRole = "ui.tab.current"
  /// The tab of another screen.
  public static let tab: StyleRole = "ui.tab"
  /// What is typed into a field.
  public static let input: StyleRole = "ui.input"
  /// What an empty field asks for.
  public static let placeholder: StyleRole = "ui.input.placeholder"
  /// The part of a field that is wrong.
  public static let inputError: StyleRole = "ui.input.error"
  /// A production environment's name.
  public static let environmentProduction: StyleRole = "ui.env.prod"
  /// A staging environment's name.
  public static let environmentStaging: StyleRole = "ui.env.staging"
  /// A demonstration's name.
  public static let environmentDemo: StyleRole = "ui.env.demo"
  /// A message that says something went as asked.
  public static let flashInfo: StyleRole = "flash.info"
  /// A message that asks for attention.
  public static let flashWarn: StyleRole = "flash.warn"
  /// A message that says something failed.
  public static let flashError: StyleRole = "flash.error"

  /// Every role the kit itself draws with.
  public static let kit: [StyleRole] = [
    .text, .background, .dim, .border, .borderFocus, .title, .header, .cursor, .cursorIdle, .mark,
    .match, .hintKey, .hintText, .disabled, .context, .tabCurrent, .tab, .input, .placeholder,
    .inputError, .environmentProduction, .environmentStaging, .environmentDemo, .flashInfo,
    .flashWarn, .flashError,
  ]
}
