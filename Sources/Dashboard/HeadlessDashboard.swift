import SubscriptionCore
import TerminalUI

/// A dashboard without a terminal, which presses keys and keeps the frames that they lead to.
///
/// Effects are performed on the calling thread, and time passes only as a script waits, so the same
/// ledger, settings and script always give the same frames.
public struct HeadlessDashboard {
  private var model: DashboardModel
  private let runner: EffectRunner
  private let size: Size
  /// The time that a script has waited so far, in milliseconds.
  private var waited: Int64 = 0
  private let start: Timestamp
  /// The text about the screen; `nil` for none.
  private var caption: ScreenScript.Caption?
  /// The theme that the keys have chosen; `nil` for the first.
  public private(set) var theme: Theme?
  /// The frames so far, each with the time for which it was shown.
  public private(set) var moments: [FramePicture.Moment] = []

  /// Creates a dashboard of a model, whose runner of effects is used on the calling thread, with
  /// the machine's clock at the first frame.
  public init(_ model: DashboardModel, size: Size, runner: EffectRunner, start: Timestamp) {
    (self.model, self.size, self.runner, self.start) = (model, size, runner, start)
    frame = DashboardView(model: model).frame(size: size)
  }

  /// The present frame, drawn once after each message.
  public private(set) var frame: Frame

  /// The word on the tab of the present screen.
  public var title: String { model.screen.title }

  /// The present screen in sentences, with the rows in view.
  public var sentences: [String] { ScreenText(model: model, isPaged: true).describe() }

  /// Plays a script, with a number of milliseconds after each key unless it states others, and
  /// returns the expectation that failed, if one did, and the screens that the script recorded.
  public mutating func play(
    _ script: ScreenScript, pace: Int64
  ) -> (failure: ScriptPlayer.Failure?, shown: [String]) {
    var player = ScriptPlayer(script, pace: pace)
    while !model.isFinished {
      let step = player.next(on: frame, now: waited)
      caption = player.caption
      switch step {
      case .press(let press): send(.key(press))
      case .wait(let length): wait(length)
      case .failed(let failure): return (failure, player.shown)
      case .finished, .handedOver: return (nil, player.shown)
      }
    }
    return (nil, player.shown)
  }

  /// Lets a time pass, with everything that the dashboard does by itself meanwhile.
  private mutating func wait(_ length: Int64) {
    let end = waited + length
    while waited < end {
      let wake = model.nextWake.map { ($0 - start).wholeMilliseconds } ?? end
      let next = min(end, max(waited + Self.stepMin, wake))
      show(for: next - waited)
      waited = next
      send(.wake)
    }
  }

  /// The shortest step of the time, in milliseconds.
  private static let stepMin: Int64 = 50

  /// Keeps the present frame for a time.
  private mutating func show(for length: Int64) {
    let frame = frame.captioned(caption.map { CaptionBox(text: $0.text, isAbove: $0.isAbove) })
    if let last = moments.indices.last, moments[last].frame == frame {
      moments[last].milliseconds += length
    } else {
      moments.append(FramePicture.Moment(frame, milliseconds: length))
    }
  }

  /// Handles a message with everything that follows from it.
  private mutating func send(_ message: DashboardMessage) {
    settle(model.update(message, machineNow: now))
    settle(model.askWaitingWhatIf())
    frame = DashboardView(model: model).frame(size: size)
  }

  private var now: Timestamp { start + .milliseconds(waited) }

  /// Performs effects and what follows from them.
  private mutating func settle(_ effects: [Effect]) {
    var waiting = effects[...]
    while let effect = waiting.popFirst() {
      switch effect {
      case .terminal(.theme(let theme)): self.theme = theme
      case .terminal, .clock, .cancelCommand, .cancelQuestion: break
      case .ask, .poll, .record, .recordAccess, .showPresence, .saveView, .saveAppearance,
        .backgroundTask, .prepare, .runCommand:
        waiting += model.update(runner.message(for: effect), machineNow: now)
      }
    }
  }
}
