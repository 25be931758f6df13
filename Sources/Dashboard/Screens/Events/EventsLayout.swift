import TerminalUI

/// The parts of the Events screen.
public struct EventsLayout: Hashable, Sendable {
  /// The box around the list.
  public var panel: Rect
  /// The headings and the rows.
  public var table: Rect
  /// The rate of events; boxed where it has more than one line, empty where there is no room.
  public var rate: Rect
  /// The payload of the event under the cursor; boxed where it has more than one line.
  public var payload: Rect
  /// A Boolean value that indicates whether the payload is beside the list.
  public var isSplit: Bool

  /// Lays out the body of a screen.
  public init(body: Rect, tier: Tier) {
    let nothing = Rect(x: body.right, y: body.bottom, width: 0, height: 0)
    let split = SplitLayout(body: body, tier: tier)
    isSplit = !split.side.isEmpty
    (rate, payload) = (nothing, nothing)
    var list = split.list
    switch tier {
    case .below, .tiny: break
    case .small: (list, payload) = list.split(bottom: 1)
    case .compact:
      (list, payload) = list.split(bottom: 1)
      (list, rate) = list.split(bottom: 1)
    case .full:
      (list, payload) = list.split(bottom: 6)
      (list, rate) = list.split(bottom: 5)
    case .wide:
      payload = split.side
      (list, rate) = list.split(bottom: 5)
    }
    panel = list
    table = Panel.content(of: list, tier)
  }

  /// A Boolean value that indicates whether more of the payload than a line about the event is
  /// shown.
  public var hasPayload: Bool { payload.height > 1 }

  /// Every part that others may not touch, for checks.
  public var parts: [Rect] { [panel, rate, payload] }
}
