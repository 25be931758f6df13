/// Measurements of a theme: everyone must be able to read its states and tell them apart.
///
/// The criteria: every two states have at least ``distanceNeeded`` in each ``ColorVision``, every
/// text, faint text too, has enough contrast with its background, no two vital states look the same
/// without colours, and no two glyphs of a group are the same within a set. They apply to direct
/// colour and to the nearest of 256; the sixteen colours that users configure cannot be measured,
/// so there only the names must differ.
public struct ThemeAudit: Hashable, Sendable {
  /// The roles and glyphs to measure.
  public struct Subject: Sendable {
    /// The states, each with its own colour, or with that of its kin.
    public var states: [StyleRole]
    /// Groups of states that may look alike, because their glyphs and letters differ and one is a
    /// shade of the other.
    public var kin: [[StyleRole]]
    /// The states that need the contrast of ordinary text.
    public var loud: [StyleRole]
    /// The states that must differ even without colour.
    public var vital: [StyleRole]
    /// The roles whose text must be readable.
    public var roles: [StyleRole]
    /// Groups of glyphs that appear side by side and must differ within each group.
    public var glyphGroups: [[GlyphName]]
    /// The glyphs without the theme's overrides.
    public var glyphs: [GlyphDefinition]

    /// Returns whether two states may look alike.
    func areKin(_ left: StyleRole, _ right: StyleRole) -> Bool {
      kin.contains { $0.contains(left) && $0.contains(right) }
    }

    /// Creates a subject.
    public init(
      states: [StyleRole], kin: [[StyleRole]] = [], loud: [StyleRole], vital: [StyleRole],
      roles: [StyleRole] = [], glyphGroups: [[GlyphName]] = [], glyphs: [GlyphDefinition] = []
    ) {
      (self.states, self.kin, self.loud, self.vital) = (states, kin, loud, vital)
      (self.roles, self.glyphGroups, self.glyphs) = (roles, glyphGroups, glyphs)
    }
  }

  /// The contrast of a role with its background.
  public struct Contrast: Hashable, Sendable {
    /// The role.
    public var role: StyleRole
    /// The measured tier.
    public var tier: ColorTier
    /// The style.
    public var style: ResolvedStyle
    /// The contrast by WCAG; `nil` if a colour is the terminal's default.
    public var value: Double?
    /// The minimum.
    public var needed: Double

    /// A Boolean value that indicates whether it is sufficient, or unknown.
    public var isEnough: Bool { value.map { $0 >= needed } ?? true }
  }

  /// The distance between two states in one kind of colour vision.
  public struct Distance: Hashable, Sendable {
    /// The colour vision.
    public var sight: ColorVision
    /// The measured tier.
    public var tier: ColorTier
    /// One state.
    public var left: StyleRole
    /// The other.
    public var right: StyleRole
    /// The distance by CIEDE2000.
    public var value: Double

    /// A Boolean value that indicates whether it is sufficient.
    public var isEnough: Bool { value >= ThemeAudit.distanceNeeded }
  }

  /// A violation of a criterion.
  public enum Finding: Hashable, Sendable {
    /// Text with too little contrast.
    case faint(Contrast)
    /// States that some people cannot distinguish.
    case close(Distance)
    /// States with the same style.
    case alike(StyleRole, StyleRole, tier: ColorTier)
    /// Glyph names with the same character.
    case sameSign(GlyphName, GlyphName, sign: Character, set: GlyphSet)
  }

  /// The minimum distance of two states.
  public static let distanceNeeded = 15.0
  /// The minimum contrasts: `loud` for ordinary text and loud states, `usual` for everything else.
  public static let contrastNeeded = (usual: 3.0, loud: 4.5)

  /// The background that text is measured on.
  public let background: Color
  /// The contrast of each state, with direct colour and with 256.
  public let contrasts: [Contrast]
  /// The nearest two states for each colour vision, with direct colour and with 256.
  public let nearest: [Distance]
  /// The violations, in the order of the criteria; the worst of each role and each pair.
  public let findings: [Finding]

  /// Measures a theme.
  ///
  /// - Complexity: O(*s*² + *r* + *g*²) for *s* states, *r* roles and *g* signs of a group.
  public init(_ theme: Theme, _ subject: Subject) {
    background = theme.measuredBackground(.terminal)
    let tiers: [ColorTier] = [.direct, .indexed]
    contrasts = tiers.flatMap { tier in
      subject.states.map { theme.contrast(of: $0, tier, isLoud: subject.loud.contains($0)) }
    }
    let distances = tiers.flatMap { tier in
      ColorVision.allCases.map { theme.distances(of: subject, to: $0, tier) }
    }
    nearest = distances.compactMap { $0.min { $0.value < $1.value } }
    let texts = tiers.flatMap { tier in
      subject.roles.filter { theme.roles[$0] != nil && !subject.states.contains($0) }
        .map { theme.contrast(of: $0, tier, isLoud: $0 == .text) }
    }
    let faint = (contrasts + texts).filter { !$0.isEnough }
    let close = distances.joined().filter { !$0.isEnough }
    findings =
      faint.worst(by: \.value, of: \.role).map(Finding.faint)
      + close.worst(by: \.value, of: { [$0.left, $0.right] }).map(Finding.close)
      + theme.alike(subject.states, subject, tier: .sixteen)
      + theme.alike(subject.vital, subject, tier: .mono)
      + GlyphSet.allCases.flatMap { theme.sameSigns(subject, in: $0) }
  }
}

extension Theme {
  /// Returns the assumed background of text on a terminal whose background is unknown.
  fileprivate func measuredBackground(_ color: Color) -> Color {
    let own = roles[.background]?.background(in: .direct) ?? .terminal
    let stated = color == .terminal ? own : color
    return stated == .terminal ? .rgb(appearance == .dark ? 0 : 0xFF_FFFF) : stated
  }

  fileprivate func contrast(
    of role: StyleRole, _ tier: ColorTier, isLoud: Bool
  ) -> ThemeAudit.Contrast {
    let style = style(role, tier: tier)
    let background = measuredBackground(style.background)
    let isFaint = style.attributes.contains(.dim)
    let seen = isFaint ? style.foreground.faint(over: background) : style.foreground
    return ThemeAudit.Contrast(
      role: role, tier: tier, style: style, value: seen.contrast(with: background),
      needed: isLoud ? ThemeAudit.contrastNeeded.loud : ThemeAudit.contrastNeeded.usual)
  }

  fileprivate func distances(
    of subject: ThemeAudit.Subject, to sight: ColorVision, _ tier: ColorTier
  ) -> [ThemeAudit.Distance] {
    let colors = subject.states.map { ($0, style($0, tier: tier).foreground) }
    let strangers = colors.pairs.filter { !subject.areKin($0.0, $1.0) }
    return strangers.compactMap { left, right in
      sight.distance(left.1, right.1).map {
        ThemeAudit.Distance(sight: sight, tier: tier, left: left.0, right: right.0, value: $0)
      }
    }
  }

  fileprivate func alike(
    _ states: [StyleRole], _ subject: ThemeAudit.Subject, tier: ColorTier
  ) -> [ThemeAudit.Finding] {
    // A theme without colours has none in any tier, and its glyphs carry the meaning.
    let hasColor = states.contains { style($0, tier: .direct).foreground != .terminal }
    guard tier == .mono || hasColor else { return [] }
    return states.map { ($0, style($0, tier: tier)) }.pairs
      .filter { $0.1 == $1.1 && !subject.areKin($0.0, $1.0) }
      .map { .alike($0.0, $1.0, tier: tier) }
  }

  fileprivate func sameSigns(
    _ subject: ThemeAudit.Subject, in set: GlyphSet
  ) -> [ThemeAudit.Finding] {
    let signs = Glyphs(set, adding: subject.glyphs, overrides: glyphs)
    return subject.glyphGroups.flatMap { group in
      group.pairs.filter { signs[$0] == signs[$1] }
        .map { .sameSign($0, $1, sign: signs[$0], set: set) }
    }
  }
}

extension Color {
  /// Returns the colour as terminals draw it with the attribute `dim`: two thirds of it.
  fileprivate func faint(over background: Color) -> Color {
    if case .indexed(0..<16) = self { return self }
    guard let own = components, let behind = background.components else { return self }
    func mixed(_ top: Int, _ bottom: Int) -> UInt32 { UInt32((2 * top + bottom) / 3) }
    return .rgb(
      mixed(own.red, behind.red) << 16 | mixed(own.green, behind.green) << 8
        | mixed(own.blue, behind.blue))
  }
}

extension Sequence {
  /// Returns the element with the least value of each kind, in order of appearance of the kinds.
  fileprivate func worst<Kind: Hashable, Value: Comparable>(
    by value: (Element) -> Value?, of kind: (Element) -> Kind
  ) -> [Element] {
    var worst: [Kind: Element] = [:]
    var kinds: [Kind] = []
    for element in self {
      let own = kind(element)
      guard let known = worst[own] else {
        kinds.append(own)
        worst[own] = element
        continue
      }
      if let found = value(element), let least = value(known), found < least {
        worst[own] = element
      }
    }
    return kinds.compactMap { worst[$0] }
  }
}

extension Array {
  /// All pairs of elements, the earlier one first.
  fileprivate var pairs: [(Element, Element)] {
    indices.flatMap { index in self[(index + 1)...].map { (self[index], $0) } }
  }
}

extension ThemeAudit.Finding: CustomStringConvertible {
  /// A one-line message for the user, which includes what to do.
  public var description: String {
    switch self {
    case .faint(let contrast):
      "\(contrast.role.name) has a contrast of \(contrast.value?.tenths ?? "?") where "
        + "\(contrast.needed.tenths) is needed (\(contrast.tier.title)): move it away from the "
        + "background's lightness"
    case .close(let distance):
      "\(distance.left.name) and \(distance.right.name) are \(distance.value.tenths) apart where "
        + "\(ThemeAudit.distanceNeeded.tenths) is needed (\(distance.sight.title), "
        + "\(distance.tier.title)): make one lighter or darker"
    case .alike(let left, let right, let tier):
      "\(left.name) and \(right.name) look the same (\(tier.title)): "
        + (tier == .mono ? "state another 'mono'" : "state another 'c16'")
    case .sameSign(let left, let right, let sign, let set):
      "\(left.name) and \(right.name) have one sign, \(sign), in the \(set.rawValue) set: "
        + "change one under [glyphs]"
    }
  }
}

extension ColorVision {
  /// The name in messages.
  public var title: String {
    switch self {
    case .usual: "usual sight"
    case .protan: "protanopia"
    case .deutan: "deuteranopia"
    case .tritan: "tritanopia"
    }
  }
}

extension ColorTier {
  /// The name in messages.
  public var title: String {
    switch self {
    case .mono: "no colour"
    case .sixteen: "16 colours"
    case .indexed: "256 colours"
    case .direct: "truecolor"
    }
  }
}

extension Double {
  /// The number with one digit after the point, truncated rather than rounded up to a limit.
  public var tenths: String {
    let value = Int(self * 10)
    return "\(value / 10).\(value % 10)"
  }
}
