import SubscriptionCore
import TerminalUI

/// What the program was started with, and what keys change about its looks.
public struct DashboardSettings: Hashable, Sendable {
  /// The ledger in words, such as its file name; shown first on every screen.
  public var ledgerName: String
  /// Whether nothing may be written.
  public var isReadOnly: Bool
  /// Why nothing may be written, after READ-ONLY and a comma.
  public var readOnlyReason = "started with --readonly"
  /// Whether the terminal reports the mouse from the beginning.
  public var startsWithMouse = false
  /// How often the dashboard looks whether the ledger has grown.
  public var refresh: Duration = .seconds(1)
  /// How long what was recorded can be taken back by a key, by the machine's clock.
  public var undoFor: Duration = .minutes(10)
  /// The condition of the ledger as it was found last.
  public var condition = LedgerCondition()
  /// How long a feed of a store may be silent before that is an alarm; `nil` for what is usual for
  /// each.
  public var silenceMax: Duration?
  /// Whether the world is a simulated one.
  public var isDemo: Bool
  /// How the present follows from the machine's clock.
  public var clock: DashboardClock
  /// The zone in which instants are shown, and in which times typed without one are meant.
  public var zone = DisplayZone.utc
  /// The set of signs to draw with.
  public var glyphs: GlyphSet { didSet { collectSigns() } }
  /// The themes to choose from, in order.
  public var themes: [Theme] { didSet { collectSigns() } }
  /// Which of them is in use.
  public var themeIndex: Int { didSet { collectSigns() } }
  /// The signs of the set, with what the theme changes; collected once, not with every frame.
  private(set) var signs: Glyphs
  /// How the looks were chosen.
  public var looks: AppearanceOrigin
  /// Whether names and mail addresses are hidden.
  public var masksPersonalData: Bool
  /// The instant that the program is to be set to once it runs; `nil` for the present.
  public var startsAsOf: Timestamp?
  /// Where the latest copy lies as a file.
  public var lastCopyPlace = "~/.local/state/churntop/last-copy"
  /// What a terminal between this one and the user's may need to pass a copy on; empty for nothing.
  public var copyNote = ""
  /// Who acts, for claims and for the words of a flash.
  public var actor: String

  /// Whether somebody tells when the ledger has grown, so that only the clock wakes the dashboard.
  public var isToldOfNews = false

  /// Creates settings.
  public init(
    ledgerName: String, isReadOnly: Bool = false, isDemo: Bool = false,
    clock: DashboardClock = .live, glyphs: GlyphSet = .unicode,
    themes: [Theme] = [.plain], themeIndex: Int = 0, looks: AppearanceOrigin = AppearanceOrigin(),
    masksPersonalData: Bool? = nil, actor: String = ""
  ) {
    self.ledgerName = ledgerName
    self.isReadOnly = isReadOnly
    self.isDemo = isDemo
    self.clock = clock
    self.glyphs = glyphs
    self.themes = themes
    self.themeIndex = themeIndex
    signs = .unicode
    self.looks = looks
    self.masksPersonalData = masksPersonalData ?? isDemo
    self.actor = actor
    collectSigns()
  }

  /// The theme in use.
  var theme: Theme { themes.indices.contains(themeIndex) ? themes[themeIndex] : .plain }

  private mutating func collectSigns() { signs = DashboardAppearance.glyphs(glyphs, theme: theme) }

  /// The present on screen: the clock's, but no later than the rows of a ledger stand that may not
  /// be brought up to it.
  func present(at machine: Timestamp) -> Timestamp {
    let present = clock.present(at: machine)
    guard clock == .live, let standsAt = condition.standsAt else { return present }
    return min(present, standsAt)
  }

  /// The instant that the whole program is set to, where it is.
  var asOf: Timestamp? {
    guard case .fixed(let instant) = clock else { return nil }
    return instant
  }
}
