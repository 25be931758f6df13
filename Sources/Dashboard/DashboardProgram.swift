import SubscriptionCore
import TerminalUI

/// The dashboard as the three functions of a terminal program.
public struct DashboardProgram: Program {
  private var cache = RenderCache()
  /// The frame on the screen, which clicks are about.
  private var last: Frame?

  /// Creates the program; everything it depends on is in the model.
  public init() {}

  /// The messages that start the program on a screen of a size, before its first frame.
  public static func firstMessages(size: Size) -> [DashboardMessage] { [.resized(size), .wake] }

  /// The message of a terminal event; `nil` for an event that the dashboard ignores.
  public func message(for event: TerminalEvent, in model: DashboardModel) -> DashboardMessage? {
    switch event {
    case .key(let press): .key(press)
    case .resize(let size): .resized(size)
    case .paste(let text): .paste(text)
    case .focus(true): .focused
    case .focus(false), .timeout: .wake
    case .mouse(let event): .mouse(event, on: last?.hit(at: event.point))
    case .resumed: .resumed
    case .ran(let status):
      model.tasks.running.map { .ran(CommandOutcome($0, CommandOutcome.End(status))) }
    case .terminate: .terminate
    case .shown: .shown
    case .background(let color): .background(color)
    case .closed: nil
    }
  }

  /// Handles one message.
  public func update(
    _ model: inout DashboardModel, _ message: DashboardMessage, now: Int64
  ) -> [Effect] {
    model.update(message, machineNow: Timestamp(milliseconds: now))
  }

  /// The picture of the model.
  public mutating func view(_ model: DashboardModel, size: Size) -> Frame {
    let frame = DashboardView(model: model).frame(size: size, caching: &cache)
    last = frame
    return frame
  }

  /// The next look at the ledger, the next text of the clock, or the end of the latest message.
  public func nextWake(_ model: DashboardModel) -> Int64? { model.nextWake?.milliseconds }

  /// Returns a Boolean value that indicates whether the user left.
  public func isFinished(_ model: DashboardModel) -> Bool { model.isFinished }

  /// Returns a Boolean value that indicates whether a line is being typed.
  public func takesText(_ model: DashboardModel) -> Bool { model.input.overlay?.takesText ?? false }

  /// The effects that the terminal itself performs.
  public func request(for effect: Effect) -> TerminalRequest? {
    switch effect {
    case .terminal(let request): request
    case .ask, .poll, .record, .recordAccess, .showPresence, .saveView, .saveAppearance,
      .backgroundTask, .prepare, .runCommand, .cancelCommand, .cancelQuestion, .clock:
      nil
    }
  }
}
