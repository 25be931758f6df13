import Logging

/// Which lines of a log are told where the same ones come again and again: the first at once, what
/// follows once a minute in a sum.
struct RepeatedLines: Sendable {
  /// One line of a log.
  struct Line: Hashable, Sendable {
    /// How grave it is.
    var level: Logger.Level
    /// What it says.
    var text: String
  }

  /// What is known of a line that was told.
  private struct Record {
    var toldAt: Duration
    /// How often it came since.
    var untold = 0
  }

  /// The time between two tellings of one line.
  static let pause = Duration.seconds(60)

  /// The most lines that are told apart within a pause; what is beyond is summed.
  static let linesMax = 32

  private var records: [Line: Record] = [:]

  /// Notes that there is something to tell.
  ///
  /// - Parameters:
  ///   - line: What.
  ///   - times: How often it came.
  ///   - now: The time, which never goes back.
  /// - Returns: What to tell at once; `nil` for nothing.
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

  /// What is to be told by now though nothing new came.
  ///
  /// - Parameters:
  ///   - now: The time, which never goes back.
  ///   - isEnd: Whether nothing follows, so that everything is told.
  /// - Returns: The lines with their sums, by text.
  mutating func due(at now: Duration, isEnd: Bool = false) -> [Line] {
    let due = records.filter {
      $0.value.untold > 0 && (isEnd || now - $0.value.toldAt >= Self.pause)
    }
    return due.keys.sorted { $0.text < $1.text }.compactMap { sum(of: $0, at: now) }
  }

  private mutating func sum(of line: Line, at now: Duration) -> Line? {
    guard let record = records.updateValue(Record(toldAt: now), forKey: line) else { return nil }
    let seconds = (now - record.toldAt).components.seconds
    let text = "\(line.text) (\(record.untold) more times in \(seconds) s)"
    return Line(level: line.level, text: text)
  }
}
