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
    if isFirst { diagnostics.say(Self.opening(news.cause)) }
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

  /// Returns the message at the beginning.
  static func opening(_ cause: RebuildProgress.Cause) -> String {
    switch cause {
    case .form:
      "This ledger was written by an earlier version of churntop: every subscriber is rebuilt "
        + "from the events, once."
    case .products:
      "The product catalogue has changed: every subscriber is rebuilt."
    case .policy:
      "The rules of the configuration are new to this ledger: every subscriber is rebuilt."
    case .indexes:
      "Indexes of this ledger are missing, as after a load that was cut off, or are new in this "
        + "version: they are made now."
    }
  }

  static func bar(share: Int, _ cause: RebuildProgress.Cause? = nil) -> String {
    (cause == .indexes ? "making indexes  " : "rebuilding every subscriber  ")
      + ProgressMeter.bar(share: share)
  }
}
