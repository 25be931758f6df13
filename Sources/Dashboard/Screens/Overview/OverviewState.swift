import EventLedger
import SubscriptionCore

/// The figures of Overview and the place of its cursor.
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
  /// The panel that has the cursor.
  public var pane = Pane.states
  /// The cursor of each panel.
  public var cursors = PaneCursors<Pane>()

  /// The number of latest events that are asked for.
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

  /// The lines that say how soon access and the stores' tries end.
  var lossLines: [LossLine] { LossLine.all(in: figures) }

  /// The line of the cursor in the panel that has it.
  public var line: Int { cursors[pane].line }

  /// The number of lines in a panel.
  func lineCount(of pane: Pane) -> Int {
    switch pane {
    case .states: stateLines.count
    case .prompts, .recovery: 1
    case .losses: lossLines.count
    case .live: events.count
    }
  }

  /// Stores an answer; the cursor among the events stays on its event.
  mutating func receive(_ figures: OverviewFigures, _ events: [EventLine]) {
    let line = cursors[.live].line
    let old = self.events.indices.contains(line) ? self.events[line].key : nil
    (self.figures, self.events) = (figures, events)
    guard pane == .live else { return }
    let place = old.flatMap { key in events.firstIndex { $0.key == key } }
    cursors[.live].line = place ?? min(line, max(0, events.count - 1))
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The case a number of steps further, round at the ends.
  func neighbour(_ step: Int) -> Self { Self.allCases.neighbour(of: self, step) }
}

extension Array where Element: Equatable {
  /// The element a number of steps after another one, round at the ends.
  func neighbour(of element: Element, _ step: Int) -> Element {
    self[((firstIndex(of: element) ?? 0) + step + count) % count]
  }
}
