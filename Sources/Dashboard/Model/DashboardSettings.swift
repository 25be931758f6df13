import EventLedger
import SubscriptionCore
import TerminalUI

/// The options that the program was started with, and the appearance that keys change.
public struct DashboardSettings: Hashable, Sendable {
  /// The ledger in words, such as its file name; shown first on every screen.
  public var ledgerName: String
  /// A Boolean value that indicates whether nothing may be written.
  public var isReadOnly: Bool
  /// The reason that nothing may be written, after READ-ONLY and a comma.
  public var readOnlyReason = "started with --readonly"
  /// A Boolean value that indicates whether the terminal reports the mouse from the beginning.
  public var startsWithMouse = false
  /// The interval at which the dashboard looks whether the ledger has grown.
  public var refresh: Duration = .seconds(1)
  /// The time for which a key can undo an action, by the machine's clock.
  public var undoFor: Duration = .minutes(10)
  /// The condition of the ledger as it was found last.
  public var condition = LedgerCondition()
  /// The longest silence of a store's feed without an alarm; `nil` for the default of each.
  public var silenceMax: Duration?
  /// The exchange rates to the report currency; `nil` if amounts stay in their own currencies.
  public var rates: ExchangeRates?
  /// A Boolean value that indicates whether the world is a simulated one.
  public var isDemo: Bool
  /// The rule by which the present follows from the machine's clock.
  public var clock: DashboardClock
  /// The zone in which instants are shown, and in which times typed without one are meant.
  public var zone = DisplayZone.utc
  /// The set of signs to draw with.
  public var glyphs: GlyphSet { didSet { collectSigns() } }
  /// The themes to choose from, in order.
  public var themes: [Theme] { didSet { collectSigns() } }
  /// The index of the theme in use.
  public var themeIndex: Int { didSet { collectSigns() } }
  /// The signs of the set, with what the theme changes; collected once, not with every frame.
  private(set) var signs: Glyphs
  /// The origin of the appearance.
  public var looks: AppearanceOrigin
  /// A Boolean value that indicates whether names and mail addresses are hidden.
  public var masksPersonalData: Bool
  /// The consequence of showing them.
  public var audit = AuditMode.nothingToSee
  /// The reason that they stay hidden, as a sentence; for ``AuditMode/hidden``.
  public var hidingReason = ""
  /// The instant that the program is to be set to once it runs; `nil` for the present.
  public var startsAsOf: Timestamp?
  /// The file of the latest copy.
  public var lastCopyPlace = "~/.local/state/churntop/last-copy"
  /// A note on what a terminal in between needs to pass a copy on; empty for none.
  public var copyNote = ""
  /// The policy in force, without its products.
  public var policy = ChurnPolicy.standard { didSet { policy.products = .empty } }
  /// The configuration's policy where the ledger goes by another one; `nil` where it goes by that.
  public var otherPolicy: ChurnPolicy?
  /// The operator's name, for claims and messages.
  public var actor: String

  /// A Boolean value that indicates whether dashboards on the ledger say what they show.
  public var isShared = false

  /// The end of the last visit, if that was long ago enough for a digest of the time since.
  public private(set) var absentSince: Timestamp?

  /// A Boolean value that indicates whether changes of the ledger are notified, so that no poll is
  /// needed.
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

  /// Notes the end of the last visit to this ledger, `nil` for a first one, if it was so long ago
  /// that the dashboard announces what happened meanwhile; an absence of zero is never long.
  public mutating func note(lastVisit: Timestamp?, now: Timestamp, longAfter absence: Duration) {
    let isLong = lastVisit.map { now - $0 >= absence } ?? false
    absentSince = isLong && absence > .zero ? lastVisit : nil
  }

  /// Takes over the consequence of showing names and mail addresses, which may be that they stay
  /// hidden for a reason, as a sentence.
  public mutating func take(_ audit: AuditMode, reason: String) {
    (self.audit, hidingReason) = (audit, reason)
    if audit == .hidden { masksPersonalData = true }
  }

  /// The theme in use.
  var theme: Theme { themes.indices.contains(themeIndex) ? themes[themeIndex] : .plain }

  private mutating func collectSigns() { signs = DashboardAppearance.glyphs(glyphs, theme: theme) }

  /// The present on screen: the clock's, but no later than the rows of a read-only ledger, and that
  /// of rows which a wrong clock has advanced.
  func present(at machine: Timestamp) -> Timestamp {
    let present = clock.present(at: machine)
    guard let standsAt = condition.standsAt else { return present }
    switch clock {
    case .live, .accelerated:
      return standsAt - present > LedgerClock.tolerance ? standsAt : min(present, standsAt)
    case .fixed, .scaled: return present
    }
  }

  /// The instant that the whole program is set to, where it is.
  var asOf: Timestamp? {
    guard case .fixed(let instant) = clock else { return nil }
    return instant
  }
}

/// The condition of a ledger, beside its contents.
public struct LedgerCondition: Hashable, Sendable {
  /// A Boolean value that indicates whether a process is feeding it, so that silence means that
  /// nothing happens.
  public var isFed: Bool
  /// The instant of its rows, where they cannot be advanced to the present or are ahead of it.
  public var standsAt: Timestamp?
  /// A Boolean value that indicates whether it lies on a server and not in a file.
  public var isOnServer = false
  /// The number of erasures: whatever is on screen may be of somebody who was erased since.
  public var erasureCount = 0

  /// Creates a condition; by default that of a ledger that is fed and may be written.
  public init(isFed: Bool = true, standsAt: Timestamp? = nil) {
    (self.isFed, self.standsAt) = (isFed, standsAt)
  }

  /// The age from which rows are marked as of their instant.
  public static let behindMin = Duration.minutes(5)
}
