import EventLedger
import ProgramConventions
import Synchronization

/// The messages on standard error while every subscriber is rebuilt: a line at the beginning, and a
/// progress bar on a terminal once it takes longer than a moment.
final class RebuildReport: Sendable {
  private let stopwatch = Stopwatch()
  private let isDrawn = diagnostics.isTerminal
  private let told = Mutex<(cause: RebuildProgress.Cause?, hasBar: Bool)>((nil, false))

  /// The time after which the progress is drawn.
  static let moment = Duration.seconds(1)

  /// The cause of the rebuild; `nil` if there was none.
  var cause: RebuildProgress.Cause? { told.withLock { $0.cause } }

  /// Handles the progress of a ledger that is being opened.
  @Sendable func take(_ news: RebuildProgress) {
    let isFirst = told.withLock { told in
      defer { told.cause = told.cause ?? news.cause }
      return told.cause == nil
    }
    if isFirst { diagnostics.say("\(news.cause)") }
    if !isFirst { show(share: news.share) }
  }

  /// Draws the progress in per cent, once it takes longer than a moment.
  func show(share: Int) {
    guard isDrawn, stopwatch.read() >= Self.moment else { return }
    told.withLock { $0.hasBar = true }
    diagnostics.progress(Self.bar(share: share, cause))
  }

  /// Removes the bar.
  func end() {
    let hadBar = told.withLock { told in
      defer { told.hasBar = false }
      return told.hasBar
    }
    if hadBar { diagnostics.progress("") }
  }

  static func bar(share: Int, _ cause: RebuildProgress.Cause? = nil) -> String {
    (cause == .indexes ? "making indexes  " : "rebuilding every subscriber  ")
      + ProgressMeter.bar(share: share)
  }
}
