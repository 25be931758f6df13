import Foundation
import ProgramConventions
import SubscriptionCore
import Synchronization
import TerminalUI

/// A recorder of keys and screens that writes to files while the dashboard runs.
///
/// An existing file is not overwritten; a file that cannot be written any more ends with its
/// content so far, which is reported after the dashboard has ended.
final class ScreenRecorder: Sendable {
  private struct State {
    var recording: Int32?
    var cast: Int32?
    var caster: Asciicast
    var last: RecordedFrame?
    var startedAt: Timestamp?
    var frames = 0
    var problem: String?
  }

  private let options: (record: String?, asciicast: String?)
  private let ledger: String
  private let asOf: Timestamp?
  private let state: Mutex<State>

  init(
    _ recording: RecordingOptions, ledger: String, asOf: Timestamp?, theme: Theme,
    tier: ColorTier
  ) throws(CommandError) {
    options = (recording.record, recording.asciicast)
    (self.ledger, self.asOf) = (ledger, asOf)
    let record = try recording.record.map(Self.create)
    let cast = try recording.asciicast.map(Self.create)
    state = Mutex(State(recording: record, cast: cast, caster: Asciicast(theme: theme, tier: tier)))
  }

  private static func create(_ path: String) throws(CommandError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let advice = errno == EEXIST ? " Choose another name or remove it." : ""
      throw .failed("\(path): \(SystemError.message(errno)).\(advice)")
    }
    return descriptor
  }

  /// Records a screen.
  func show(_ frame: Frame) {
    state.withLock { state in
      let now = MachineClock.now()
      if state.startedAt == nil {
        state.startedAt = now
        let head = RecordingLine.head(size: frame.size, startedAt: now, asOf: asOf, ledger: ledger)
        write(head.compact, to: state.recording, &state)
        write(Asciicast.head(size: frame.size, startedAt: now), to: state.cast, &state)
      }
      let time = milliseconds(state)
      if state.recording != nil {
        let recorded = RecordedFrame(frame)
        write(
          RecordingLine.frame(recorded, after: state.last, at: time).compact, to: state.recording,
          &state)
        state.last = recorded
      }
      if state.cast != nil {
        for line in state.caster.lines(frame, at: time) { write(line, to: state.cast, &state) }
      }
      state.frames += 1
    }
  }

  /// Records a key.
  func note(_ event: TerminalEvent) {
    guard case .key(let press) = event else { return }
    state.withLock { state in
      write(RecordingLine.key(press, at: milliseconds(state)).compact, to: state.recording, &state)
    }
  }

  /// Continues with another theme.
  func note(_ request: TerminalRequest) {
    guard case .theme(let theme) = request else { return }
    state.withLock { $0.caster.theme = theme }
  }

  /// Ends the files and returns the messages about them.
  func finish() -> [String] {
    state.withLock { state in
      let end = RecordingLine.end(frames: state.frames, at: milliseconds(state))
      write(end.compact, to: state.recording, &state)
      for descriptor in [state.recording, state.cast] { descriptor.map { _ = close($0) } }
      (state.recording, state.cast) = (nil, nil)
      let files = [options.record, options.asciicast].compactMap(\.self).joined(separator: " and ")
      let said =
        "Recorded \(state.frames) screens to \(files). Names are masked unless they were "
        + "shown on purpose; what was typed is not."
      return [said] + (state.problem.map { [$0] } ?? [])
    }
  }

  private func milliseconds(_ state: State) -> Int64 {
    state.startedAt.map { (MachineClock.now() - $0).wholeMilliseconds } ?? 0
  }

  private func write(_ line: String, to descriptor: Int32?, _ state: inout State) {
    guard let descriptor, state.problem == nil else { return }
    do {
      try StandardOutput(descriptor: descriptor).finish(line + "\n")
    } catch {
      state.problem = "The recording ends early: \(error.lines.first ?? "it cannot be written")"
    }
  }
}
