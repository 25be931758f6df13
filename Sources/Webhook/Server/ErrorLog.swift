import Logging
import Synchronization

/// A log of errors that sums up repeated lines.
public final class ErrorLog: Sendable {
  private let logger: Logger
  private let uptime: @Sendable () -> Duration
  private let lines = Mutex(RepeatedLines())

  /// Creates a log that measures its intervals on a monotonic clock.
  public init(_ logger: Logger, uptime: @escaping @Sendable () -> Duration) {
    (self.logger, self.uptime) = (logger, uptime)
  }

  /// Logs an error at once, or later in a sum if the same line was logged within the last minute.
  public func tell(_ level: Logger.Level, _ text: String, times: Int = 1) {
    let now = uptime()
    let line = lines.withLock { lines in
      lines.note(RepeatedLines.Line(level: level, text: text), times: times, at: now)
    }
    if let line { logger.log(level: line.level, "\(line.text)") }
  }

  /// Logs that what failed works again, behind the sums of what failed until then.
  public func tellRecovery(_ text: String) {
    tellSums(isEnd: true)
    logger.notice("\(text)")
  }

  /// Logs the sums that are due until the task is cancelled, and then the rest of them.
  public func run() async {
    while !Task.isCancelled {
      tellSums()
      do { try await Task.sleep(for: .seconds(5)) } catch { break }
    }
    tellSums(isEnd: true)
  }

  /// Logs the sums that are due by now, or all of them.
  func tellSums(isEnd: Bool = false) {
    let now = uptime()
    for line in lines.withLock({ $0.due(at: now, isEnd: isEnd) }) {
      logger.log(level: line.level, "\(line.text)")
    }
  }
}
