import LedgerSQLite
import ProgramConventions
import Synchronization

/// What standard error says while every subscriber is worked out anew: a line before that begins,
/// and how far it has come once it takes longer than a moment and a person looks.
final class RebuildReport: Sendable {
  private let stopwatch = Stopwatch()
  private let isDrawn = diagnostics.isTerminal
  private let told = Mutex<(cause: RebuildProgress.Cause?, hasBar: Bool)>((nil, false))

  /// How long it takes before its progress is drawn.
  static let moment = Duration.seconds(1)

  /// Why subscribers were worked out anew; `nil` while they were not.
  var cause: RebuildProgress.Cause? { told.withLock { $0.cause } }

  /// Takes news of a ledger that is being opened.
  @Sendable func take(_ news: RebuildProgress) {
    let isFirst = told.withLock { told in
      defer { told.cause = told.cause ?? news.cause }
      return told.cause == nil
    }
    if isFirst { diagnostics.say(Self.opening(news.cause)) }
    if !isFirst { show(share: news.share) }
  }

  /// Draws how far it has come, in hundredths, once it takes longer than a moment.
  func show(share: Int) {
    guard isDrawn, stopwatch.read() >= Self.moment else { return }
    told.withLock { $0.hasBar = true }
    diagnostics.progress(Self.bar(share: share))
  }

  /// Removes the bar.
  func end() {
    let hadBar = told.withLock { told in
      defer { told.hasBar = false }
      return told.hasBar
    }
    if hadBar { diagnostics.progress("") }
  }

  /// What is said before it begins.
  static func opening(_ cause: RebuildProgress.Cause) -> String {
    switch cause {
    case .form:
      "This ledger was kept by an earlier version of churntop: every subscriber is worked out "
        + "anew from the events, once."
    case .products:
      "The product catalogue has changed: every subscriber is worked out anew."
    case .policy:
      "The rules of the configuration are new to this ledger: every subscriber is worked out "
        + "anew."
    }
  }

  /// How far it has come.
  static func bar(share: Int) -> String {
    "working out every subscriber  " + ProgressMeter.bar(share: share)
  }
}
