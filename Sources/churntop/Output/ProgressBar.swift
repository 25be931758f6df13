import Intake
import ProgramConventions
import Synchronization

/// The progress bar of an import on standard error, drawn if that is a terminal.
final class ProgressBar: Sendable {
  private let name: String
  private let isShown = diagnostics.isTerminal
  private let drawn = Mutex(false)

  /// Creates the bar of a file.
  init(_ name: String) { self.name = name }

  /// Draws the bar again.
  @Sendable func show(_ progress: ImportProgress) {
    guard isShown else { return }
    drawn.withLock { $0 = true }
    diagnostics.progress("\(name)  \(Self.share(progress))\(progress.read) messages")
  }

  /// Removes the bar.
  func end() {
    if drawn.withLock({ $0 }) { diagnostics.progress("") }
  }

  /// Returns the bar with the percentage; empty if the total is unknown.
  static func share(_ progress: ImportProgress) -> String {
    guard let total = progress.bytesTotal, total > 0 else { return "" }
    return ProgressMeter.bar(share: Int(min(progress.bytesDone, total) * 100 / total)) + "  "
  }
}
