import TerminalUI

/// The rows that every screen shares: context, tabs, body, status, message, hints.
public struct FrameLayout: Hashable, Sendable {
  /// The tier of the screen.
  public var tier: Tier
  /// Product, ledger, clock, number of subscribers.
  public var context: Rect
  /// Tabs or the path to what is shown; empty where the panel's title says it.
  public var tabs: Rect
  /// The panels.
  public var body: Rect
  /// The filter and how many match.
  public var status: Rect
  /// The latest message; empty where it shares the status row.
  public var flash: Rect
  /// The keys.
  public var hints: Rect

  /// Lays out a screen; every row of it belongs to exactly one part.
  public init(size: Size) {
    tier = Tier(size)
    let whole = Rect(size)
    let isTiny = tier <= .tiny
    let (beforeHints, hints) = whole.split(bottom: 1)
    let (beforeFlash, flash) = beforeHints.split(bottom: size.height >= 30 ? 1 : 0)
    let (beforeStatus, status) = beforeFlash.split(bottom: isTiny ? 0 : 1)
    let (context, afterContext) = beforeStatus.split(top: tier == .below ? 0 : 1)
    let (tabs, body) = afterContext.split(top: size.height >= 18 && !isTiny ? 1 : 0)
    self.context = context
    self.tabs = tabs
    self.body = body
    self.status = status
    self.flash = flash
    self.hints = hints
  }

  /// Every part, for checks.
  public var parts: [Rect] { [context, tabs, body, status, flash, hints] }
}

extension DashboardModel {
  /// The rows of the screen.
  var layout: FrameLayout { FrameLayout(size: size) }
}
