import SubscriptionCore
import TerminalUI

/// A player of recordings, at their own pace or screen by screen.
struct ReplayProgram: Program {
  /// The position and state of the player.
  struct Model {
    let recording: SessionRecording
    /// The index of the current screen.
    var index = 0
    /// A Boolean value that indicates whether the player is running.
    var isPlaying = true
    /// The ratio of the playback speed to the recorded speed.
    var speed: Int64 = 1
    /// The system time at which the current screen appeared, in milliseconds.
    var since: Int64
    /// A Boolean value that indicates whether the user has left.
    var isFinished = false

    /// The longest pause between two screens, in milliseconds.
    static let pauseMax: Int64 = 2000

    /// The time of the next screen; `nil` while the player is paused or at the end.
    var nextAt: Int64? {
      guard isPlaying, index + 1 < recording.moments.count else { return nil }
      let gap = recording.moments[index + 1].at - recording.moments[index].at
      return since + min(gap, Self.pauseMax) / speed
    }
  }

  /// The events of the player.
  enum Message: Sendable {
    case key(KeyPress)
    /// Time has passed, or the screen has been resized.
    case wake
    /// The program is asked to end.
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

  /// Formats milliseconds as minutes and seconds.
  static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }

  func nextWake(_ model: Model) -> Int64? { model.nextAt }

  func isFinished(_ model: Model) -> Bool { model.isFinished }

  func request(for effect: TerminalRequest) -> TerminalRequest? { effect }
}
