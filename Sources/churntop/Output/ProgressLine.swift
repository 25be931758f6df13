import Intake
import ProgramConventions
import Synchronization

/// A line about the progress of a command on standard error, drawn if that is a terminal.
final class ProgressLine: Sendable {
  private let isShown = diagnostics.isTerminal
  private let isDrawn = Mutex(false)

  /// Draws the line again, with other words.
  func show(_ words: @autoclosure () -> String) {
    guard isShown else { return }
    isDrawn.withLock { $0 = true }
    diagnostics.progress(words())
  }

  /// Removes the line.
  func end() { if isDrawn.withLock({ $0 }) { diagnostics.progress("") } }

  /// Returns an import's bar with the percentage, at the end of a load that of its indexes; empty
  /// if the total is unknown.
  static func share(_ progress: ImportProgress) -> String {
    if let made = progress.indexesMade {
      return "making indexes  \(ProgressMeter.bar(share: made))  "
    }
    guard let total = progress.bytesTotal, total > 0 else { return "" }
    return ProgressMeter.bar(share: Int(min(progress.bytesDone, total) * 100 / total)) + "  "
  }
}
