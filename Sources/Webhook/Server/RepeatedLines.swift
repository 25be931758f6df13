import Logging

/// A throttle of repeated log lines: the first is logged at once, repetitions once a minute in a
/// sum.
struct RepeatedLines: Sendable {
  /// One line of a log.
  struct Line: Hashable, Sendable {
    var level: Logger.Level
    /// The text.
    var text: String
  }

  /// The state of a line that was logged.
  private struct Record {
    var toldAt: Duration
    /// The number of repetitions since.
    var untold = 0
  }

  /// The least time between two logs of one line.
  static let pause = Duration.seconds(60)

  /// The most lines that are throttled separately; further ones are summed up.
  static let linesMax = 32

  private var records: [Line: Record] = [:]

  /// Records a line that occurred some times, at a monotonic time, and returns what to log at once,
  /// if anything.
  mutating func note(_ line: Line, times: Int = 1, at now: Duration) -> Line? {
    records = records.filter { $0.value.untold > 0 || now - $0.value.toldAt < Self.pause }
    let isRoom = records[line] != nil || records.count < Self.linesMax
    let line = isRoom ? line : Line(level: line.level, text: "there are further errors")
    guard var record = records[line] else {
      records[line] = Record(toldAt: now)
      return times == 1 ? line : Line(level: line.level, text: "\(line.text) (\(times) times)")
    }
    record.untold += times
    records[line] = record
    return now - record.toldAt < Self.pause ? nil : sum(of: line, at: now)
  }

  /// The lines whose sums are due at a monotonic time, by text; every one at the end.
  mutating func due(at now: Duration, isEnd: Bool = false) -> [Line] {
    let due = records.filter {
      $0.value.untold > 0 && (isEnd || now - $0.value.toldAt >= Self.pause)
    }
    return due.keys.sorted { $0.text < $1.text }.compactMap { sum(of: $0, at: now) }
  }

  private mutating func sum(of line: Line, at now: Duration) -> Line? {
    guard let record = records.updateValue(Record(toldAt: now), forKey: line) else { return nil }
    let seconds = (now - record.toldAt).components.seconds
    let times = record.untold == 1 ? "once more" : "\(record.untold) more times"
    let text = "\(line.text) (\(times) in \(seconds) s)"
    return Line(level: line.level, text: text)
  }
}
