import SubscriptionCore
import TerminalUI

/// Shows a recording: by itself at its own pace, or screen by screen.
struct ReplayProgram: Program {
  /// Where in the recording one is.
  struct Model {
    /// The recording.
    let recording: SessionRecording
    /// The screen shown.
    var index = 0
    /// Whether the next one comes by itself.
    var isPlaying = true
    /// How much faster than it was recorded.
    var speed: Int64 = 1
    /// When the screen shown came up, by the machine's clock.
    var since: Int64
    /// Whether the user left.
    var isFinished = false

    /// The longest pause between two screens that is waited for, in milliseconds.
    static let pauseMax: Int64 = 2000

    /// When the next screen comes by itself.
    var nextAt: Int64? {
      guard isPlaying, index + 1 < recording.moments.count else { return nil }
      let gap = recording.moments[index + 1].at - recording.moments[index].at
      return since + min(gap, Self.pauseMax) / speed
    }
  }

  /// What happens.
  enum Message: Sendable {
    /// A key.
    case key(KeyPress)
    /// Time passed, or the screen has another size.
    case wake
    /// The program is to end.
    case terminate
  }

  func message(for event: TerminalEvent, in model: Model) -> Message? {
    switch event {
    case .key(let press): .key(press)
    case .resize, .paste, .focus, .mouse, .timeout, .resumed, .ran: .wake
    case .terminate: .terminate
    case .closed, .shown, .background: nil
    }
  }

  func update(_ model: inout Model, _ message: Message, now: Int64) -> [TerminalRequest] {
    switch message {
    case .wake:
      while let next = model.nextAt, next <= now {
        (model.index, model.since) = (model.index + 1, next)
      }
    case .terminate: model.isFinished = true
    case .key(let press): return take(press, &model, now: now)
    }
    return []
  }

  private func take(_ press: KeyPress, _ model: inout Model, now: Int64) -> [TerminalRequest] {
    let last = model.recording.moments.count - 1
    model.since = now
    switch press.description {
    case "q", "Q", "Esc", "^c": model.isFinished = true
    case "space": model.isPlaying.toggle()
    case "l", "Right", "j", "Down":
      (model.index, model.isPlaying) = (min(last, model.index + 1), false)
    case "h", "Left", "k", "Up":
      (model.index, model.isPlaying) = (max(0, model.index - 1), false)
    case "g", "Home": model.index = 0
    case "G", "End": model.index = last
    case ".": model.speed = min(16, model.speed * 2)
    case ",": model.speed = max(1, model.speed / 2)
    case "^z": return [.suspend]
    case "^l": return [.repaint]
    case _: break
    }
    return []
  }

  func view(_ model: Model, size: Size) -> Frame {
    var frame = Frame(size: size)
    let moment = model.recording.moments[model.index]
    let picture = moment.frame.frame()
    frame.copy(picture)
    frame.cursor = picture.cursor
    let bar = Rect(size).row(max(0, size.height - 1))
    frame.fill(bar, role: .context)
    frame.put(
      words(model, moment), at: Point(x: 1, y: bar.y), width: size.width - 1, role: .context)
    return frame
  }

  private func words(_ model: Model, _ moment: SessionRecording.Moment) -> String {
    let state = model.isPlaying ? "REPLAY x\(model.speed)" : "REPLAY paused"
    let keys = moment.keys.isEmpty ? "" : "  keys: \(moment.keys.suffix(8).joined(separator: " "))"
    return "\(state) \(Self.time(moment.at)) of \(Self.time(model.recording.moments.last?.at ?? 0))"
      + "  screen \(model.index + 1) of \(model.recording.moments.count)\(keys)"
      + "  space pause, h l step, , . speed, q quit"
  }

  /// Milliseconds as minutes and seconds.
  static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }

  func nextWake(_ model: Model) -> Int64? { model.nextAt }

  func isFinished(_ model: Model) -> Bool { model.isFinished }

  func request(for effect: TerminalRequest) -> TerminalRequest? { effect }
}
