import SubscriptionCore
import TerminalUI

/// The product's own signs and meanings, beside those of the kit; themes name them.
public enum DashboardAppearance {
  /// Every sign: states, fills of timelines, points of timelines.
  public static let glyphs: [GlyphDefinition] =
    SubscriptionState.allCases.map(\.definition)
    + Timeline.Kind.allCases.flatMap {
      [$0.definition(projected: false), $0.definition(projected: true)]
    }
    + TimelineMark.allCases.map(\.definition) + [
      GlyphDefinition(.overdue, "▲", narrow: "▴", ascii: "^"),
      GlyphDefinition(.mask, "•", narrow: "*", ascii: "*"),
      GlyphDefinition(.rule, "─", narrow: "-", ascii: "-"),
      GlyphDefinition(.following, "●", narrow: "◉", ascii: "@"),
      GlyphDefinition(.alarm, "!", ascii: "!"),
      GlyphDefinition(.trendUp, "▲", narrow: "▴", ascii: "^"),
      GlyphDefinition(.trendDown, "▼", narrow: "▾", ascii: "v"),
    ]

  /// Every meaning.
  public static let roles: [StyleRole] =
    SubscriptionState.allCases.flatMap { [$0.role, $0.projectedRole] }
    + TimelineMark.allCases.map(\.role) + [.axis, .chartBar, .deltaUp, .deltaDown, .rowAlarm]

  /// The requirements that every theme is audited for.
  ///
  /// Eyes that see two colours for three have no room for eleven. A renewal that is late may look
  /// as one that is paid, a replaced subscription as an expired one, and what is not known yet, in
  /// plain text, as what is over: shape and letters tell those apart.
  public static let auditSubject: ThemeAudit.Subject = {
    let kin: [[SubscriptionState]] = [
      [.active, .renewalPending], [.pending, .unknown, .expired, .superseded],
      [.pending, .unknown, .refunded],
    ]
    let kinds: [Timeline.Kind] = [.paid, .renewalPending, .grace, .hold, .paused, .canceled]
    return ThemeAudit.Subject(
      states: SubscriptionState.allCases.map(\.role), kin: kin.map { $0.map(\.role) },
      loud: [SubscriptionState.active, .hold].map(\.role),
      vital: [SubscriptionState.active, .grace, .hold].map(\.role),
      roles: (StyleRole.kit + roles).filter { $0 != .border && $0 != .background },
      glyphGroups: [
        SubscriptionState.allCases.map(\.glyph), TimelineMark.allCases.map(\.glyph),
        kinds.map { $0.glyph(projected: false) } + kinds.map { $0.glyph(projected: true) },
      ],
      glyphs: glyphs)
  }()

  /// The signs of a set, with what a theme changes.
  public static func glyphs(_ set: GlyphSet, theme: Theme) -> Glyphs {
    Glyphs(set, adding: glyphs, overrides: theme.glyphs)
  }
}

extension GlyphName {
  /// A prompt that has been due for more than a day.
  static let overdue: GlyphName = "prompt.overdue"
  /// The sign in place of hidden letters.
  static let mask: GlyphName = "text.mask"
  /// The line beside the heading of a section.
  static let rule: GlyphName = "list.rule"
  /// The list keeps its newest line in view.
  static let following: GlyphName = "list.following"
  /// More than in the failures before.
  static let trendUp: GlyphName = "trend.up"
  /// Less than in the failures before.
  static let trendDown: GlyphName = "trend.down"
  /// Something that wants a look.
  static let alarm: GlyphName = "text.alarm"
}

extension StyleRole {
  /// The dates above timelines.
  static let axis: StyleRole = "timeline.axis"
  /// A bar that compares figures.
  static let chartBar: StyleRole = "chart.bar"
  /// More than yesterday.
  static let deltaUp: StyleRole = "delta.up"
  /// Fewer than yesterday.
  static let deltaDown: StyleRole = "delta.down"
  /// A row that wants a look.
  static let rowAlarm: StyleRole = "row.alarm"
}

extension SubscriptionState {
  /// The name of the state's sign.
  var glyph: GlyphName { Self.names[self].glyph }
  /// The theme role of the state.
  var role: StyleRole { Self.names[self].role }
  /// The theme role of bars and sparklines of the state.
  var barRole: StyleRole { Self.names[self].barRole }
  /// The theme role of bars of the state where it is projected.
  fileprivate var projectedBarRole: StyleRole { Self.names[self].projectedBarRole }
  /// The theme role of the state where it is projected.
  var projectedRole: StyleRole { Self.names[self].projectedRole }

  private static let names = CaseTable { (state: Self) in
    let name = "state." + state.rawValue
    return (
      glyph: GlyphName(name), role: StyleRole(name), projectedRole: StyleRole(name + ".projected"),
      barRole: StyleRole(name + ".bar"), projectedBarRole: StyleRole(name + ".projected.bar")
    )
  }

  /// The state's signs: in Unicode those that every usual terminal font has, in the narrow set
  /// East Asian neutral ones, which take one column everywhere.
  fileprivate var definition: GlyphDefinition {
    switch self {
    case .pending: GlyphDefinition(glyph, "◊", narrow: "◷", ascii: "W")
    case .active: GlyphDefinition(glyph, "●", narrow: "◉", ascii: "A")
    case .renewalPending: GlyphDefinition(glyph, "≈", narrow: "◔", ascii: "N")
    case .grace: GlyphDefinition(glyph, "□", narrow: "◒", ascii: "G")
    case .hold: GlyphDefinition(glyph, "■", narrow: "▮", ascii: "H")
    case .paused: GlyphDefinition(glyph, "║", narrow: "ǁ", ascii: "P")
    case .canceled: GlyphDefinition(glyph, "×", narrow: "◌", ascii: "C")
    case .expired: GlyphDefinition(glyph, "∙", narrow: "◦", ascii: ".")
    case .refunded: GlyphDefinition(glyph, "←", narrow: "↶", ascii: "R")
    case .superseded: GlyphDefinition(glyph, "»", ascii: "S")
    case .unknown: GlyphDefinition(glyph, "?", ascii: "?")
    }
  }

  /// One word in capitals, for where there are letters only.
  var word: String {
    switch self {
    case .pending: "PEND"
    case .active: "ACTIVE"
    case .renewalPending: "RENEW"
    case .grace: "GRACE"
    case .hold: "HOLD"
    case .paused: "PAUSED"
    case .canceled: "CANCEL"
    case .expired: "EXPIRE"
    case .refunded: "REFUND"
    case .superseded: "REPLAC"
    case .unknown: "UNKNWN"
    }
  }
}

extension Timeline.Kind {
  /// The name of the kind's fill.
  func glyph(projected: Bool) -> GlyphName {
    projected ? Self.names[self].projected : Self.names[self].told
  }

  private static let names = CaseTable { (kind: Self) in
    let name = "bar." + kind.rawValue
    return (told: GlyphName(name), projected: GlyphName(name + ".projected"))
  }

  /// The theme role of the kind.
  func role(projected: Bool) -> StyleRole { projected ? state.projectedBarRole : state.barRole }

  /// The kind's fill: heavy for the past, light for the projection.
  fileprivate func definition(projected: Bool) -> GlyphDefinition {
    let (told, expected, letter, light): (Character, Character, Character, Character) =
      switch self {
      case .trial, .paid: ("━", "─", "A", "a")
      case .renewalPending: ("═", "┄", "N", "n")
      case .grace: ("▓", "░", "G", "g")
      case .hold: ("█", "▒", "H", "h")
      case .paused: ("┅", "┈", "P", "p")
      case .canceled: ("╍", "╌", "C", "c")
      case .expired, .refunded: ("·", "·", ".", ".")
      case .pending: ("?", "?", "?", "?")
      }
    let ascii = projected ? light : letter
    return GlyphDefinition(
      glyph(projected: projected), projected ? expected : told, narrow: ascii, ascii: ascii)
  }
}

extension TimelineMark {
  /// The name of the point's sign.
  var glyph: GlyphName { Self.names[self].glyph }
  /// The theme role of the point.
  var role: StyleRole { Self.names[self].role }

  private static let names = CaseTable { (mark: Self) in
    let name = "timeline." + mark.rawValue
    return (glyph: GlyphName(name), role: mark.roleName.map { StyleRole($0) } ?? StyleRole(name))
  }

  /// The name of the role, where it is another one than the sign's.
  private var roleName: String? {
    switch self {
    case .failed: "timeline.fail"
    case .paid: "timeline.ok"
    case .storeMail: "timeline.shown"
    case .storeMessage: "timeline.scheduled"
    case .today, .due, .shown, .scheduled, .event, .refund, .unknownEnd: nil
    }
  }

  /// The point's signs.
  fileprivate var definition: GlyphDefinition {
    switch self {
    case .today: GlyphDefinition(glyph, "┃", narrow: "|", ascii: "|")
    case .due: GlyphDefinition(glyph, "▼", narrow: "▾", ascii: "!")
    case .shown: GlyphDefinition(glyph, "▪", ascii: "*")
    case .scheduled: GlyphDefinition(glyph, "▫", ascii: "o")
    case .failed: GlyphDefinition(glyph, "×", narrow: "✗", ascii: "x")
    case .paid: GlyphDefinition(glyph, "√", narrow: "✓", ascii: "v")
    case .event: GlyphDefinition(glyph, "•", narrow: ":", ascii: ":")
    case .refund: GlyphDefinition(glyph, "←", narrow: "↶", ascii: "R")
    case .storeMail: GlyphDefinition(glyph, "@", narrow: "⊠", ascii: "M")
    case .storeMessage: GlyphDefinition(glyph, "≡", narrow: "⊡", ascii: "m")
    case .unknownEnd: GlyphDefinition(glyph, "?", ascii: "?")
    }
  }
}

/// Something worked out once for every case of an enumeration.
struct CaseTable<Key: CaseIterable & Hashable & Sendable, Value: Sendable>: Sendable {
  private let values: [Key: Value]
  private let make: @Sendable (Key) -> Value

  /// Works out every case's value.
  init(_ make: @escaping @Sendable (Key) -> Value) {
    self.make = make
    values = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, make($0)) })
  }

  /// The value of a case.
  subscript(key: Key) -> Value { values[key] ?? make(key) }
}
