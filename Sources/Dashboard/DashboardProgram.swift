import SubscriptionCore
import TerminalUI

/// The dashboard as the three functions of a terminal program.
public struct DashboardProgram: Program {
  private var kept = RenderCache()

  /// Creates the program; everything it depends on is in the model.
  public init() {}

  /// What begins the program on a screen of a size, before its first frame.
  public static func firstMessages(size: Size) -> [DashboardMessage] { [.resized(size), .wake] }

  /// The message an event stands for; what is no event for the dashboard is none.
  public func message(
    for event: TerminalEvent, in model: DashboardModel
  ) -> DashboardMessage? {
    switch event {
    case .key(let press): .key(press)
    case .resize(let size): .resized(size)
    case .paste(let text): .paste(text)
    case .focus(true): .focused
    case .focus(false), .timeout: .wake
    case .mouse(let event): .mouse(event)
    case .resumed: .resumed
    case .ran(let status):
      model.running.map { .ran(CommandOutcome($0, CommandOutcome.End(status))) }
    case .terminate: .terminate
    case .shown: .shown
    case .background(let color): .background(color)
    case .closed: nil
    }
  }

  /// Takes one message into account.
  public func update(
    _ model: inout DashboardModel, _ message: DashboardMessage, now: Int64
  ) -> [Effect] {
    model.update(message, machineNow: Timestamp(milliseconds: now))
  }

  /// The picture of the model.
  public mutating func view(_ model: DashboardModel, size: Size) -> Frame {
    DashboardView(model: model).frame(size: size, keeping: &kept)
  }

  /// The next look at the ledger, the next text of the clock, or the end of the latest message.
  public func nextWake(_ model: DashboardModel) -> Int64? { model.nextWake?.milliseconds }

  /// Whether the user left.
  public func isFinished(_ model: DashboardModel) -> Bool { model.isFinished }

  /// Whether a line is being typed.
  public func takesText(_ model: DashboardModel) -> Bool {
    switch model.input {
    case .filter, .palette, .prompt, .note: true
    case .confirm(let confirmation): confirmation.phrase != nil
    case .none, .menu, .columns, .payload, .looks, .pager, .runs: false
    }
  }

  /// The effects that the terminal itself performs.
  public func request(for effect: Effect) -> TerminalRequest? {
    switch effect {
    case .terminal(let request): request
    case .ask, .poll, .record, .saveView, .saveAppearance, .backgroundTask, .prepare, .runCommand,
      .cancelCommand, .clock:
      nil
    }
  }
}
