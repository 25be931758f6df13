import EventLedger
import SubscriptionCore

/// What Overview shows and where its cursor is.
public struct OverviewState: Hashable, Sendable {
  /// The panels that can have the cursor.
  public enum Pane: Int, Hashable, Sendable, CaseIterable {
    /// Counts by state.
    case states
    /// Prompts due.
    case prompts
    /// Time to loss of access.
    case losses
    /// Failed renewals that were paid after all.
    case recovery
    /// The latest events.
    case live
  }

  /// The figures; `nil` before the first answer.
  public var figures: OverviewFigures?
  /// The latest events, newest first.
  public var events: [EventLine] = []
  /// Which panel has the cursor.
  public var pane = Pane.states
  /// The line of the cursor in each panel.
  public var lines: [Pane: Int] = [:]

  /// How many of the latest events are asked for.
  static let eventsMax = 20

  /// The states with a line of their own: the usual ones always, the others when there are any.
  public var states: [SubscriptionState] {
    SubscriptionState.allCases.filter { state in
      switch state {
      case .active, .grace, .hold, .paused, .canceled, .expired, .refunded: true
      case .pending, .renewalPending, .superseded, .unknown:
        (figures?.states[state]?.count ?? 0) > 0
      }
    }
  }

  /// The line of the cursor in the panel that has it.
  public var line: Int { lines[pane, default: 0] }
}
