import Intake
import ProgramConventions
import Synchronization

/// How far an import has come, drawn on standard error while a person looks at it.
final class ProgressBar: Sendable {
  private let name: String
  private let isShown = diagnostics.isTerminal
  private let drawn = Mutex(false)

  /// Creates the bar of a file.
  init(_ name: String) { self.name = name }

  /// Draws the bar anew.
  @Sendable func show(_ progress: ImportProgress) {
    guard isShown else { return }
    drawn.withLock { $0 = true }
    diagnostics.progress("\(name)  \(Self.share(progress))\(progress.read) messages")
  }

  /// Removes the bar.
  func end() {
    if drawn.withLock({ $0 }) { diagnostics.progress("") }
  }

  /// The bar and the share in per cent; empty where the whole is not known.
  static func share(_ progress: ImportProgress) -> String {
    guard let total = progress.bytesTotal, total > 0 else { return "" }
    return ProgressMeter.bar(share: Int(min(progress.bytesDone, total) * 100 / total)) + "  "
  }
}
