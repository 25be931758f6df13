import Foundation
import Logging
import SubscriptionCore
import TerminalUI
import Webhook

/// A log handler that writes `LEVEL message key=value` to standard error, one line for each event.
///
/// Under systemd a line begins with its level as `<N>` and leaves the time to the journal
/// (sd-daemon(3)); elsewhere it begins with the time.
struct LineLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level
  private let isJournal: Bool
  private let clock: @Sendable () -> Timestamp
  private let write: @Sendable (String) -> Void

  init(
    level: Logger.Level, isJournal: Bool, clock: @escaping @Sendable () -> Timestamp,
    write: @escaping @Sendable (String) -> Void
  ) {
    (logLevel, self.isJournal, self.clock, self.write) = (level, isJournal, clock, write)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(metadataProvider?.get() ?? [:]) { _, new in new }
      .merging(event.metadata ?? [:]) { _, new in new }
    let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }
    let text = SafeText.sanitized("\(event.message)" + pairs.joined())
    let head =
      isJournal ? "<\(event.level.priority)>" : "\(clock().rfc3339) \(event.level.rawValue) "
    write(head + text + "\n")
  }

  private static func quoted(_ text: String) -> String { text.contains(" ") ? "\"\(text)\"" : text }

  /// Returns a logger of this process.
  static func logger(_ dependencies: Dependencies) -> Logger {
    let isJournal = dependencies.environment["JOURNAL_STREAM"] != nil
    let level =
      dependencies.environment["CHURNTOPD_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? .info
    return Logger(label: "churntopd") { _ in
      var handler = LineLogHandler(
        level: level, isJournal: isJournal, clock: dependencies.clock
      ) { line in
        FileHandle.standardError.write(Data(line.utf8))
      }
      handler.metadataProvider = RequestID.provider
      return handler
    }
  }
}

extension Logger.Level {
  /// The priority of the level in syslog(3).
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
