import SubscriptionCore

/// A progress line of a long command: a bar, the percentage, the rate and the remaining time.
public struct ProgressMeter: Sendable {
  /// The number of items.
  public let total: Int
  private var samples: [(done: Int, at: Duration)] = []
  private var done = 0

  /// The period over which the rate is measured.
  private static let window = Duration.seconds(60)

  /// Creates the meter of a command that has just begun.
  public init(total: Int) { self.total = total }

  /// Records the number of finished items at a time on a monotonic clock.
  public mutating func note(_ done: Int, at instant: Duration) {
    self.done = done
    if let last = samples.last, instant - last.at < .seconds(1), samples.count > 1 { return }
    samples.append((done, instant))
    while samples.count > 2, instant - samples[1].at >= Self.window { samples.removeFirst() }
  }

  /// The items finished per second of late; `nil` while it is unknown.
  public var rate: Double? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let seconds = Double((last.at - first.at).wholeMilliseconds) / 1_000
    return seconds >= 1 && last.done > first.done ? Double(last.done - first.done) / seconds : nil
  }

  /// The line, for example
  /// `[########............] 40 %  400,000 of 1,000,000, 49 a second, 3 h 24 min left`.
  public var text: String {
    var text = Self.bar(share: total == 0 ? 100 : done * 100 / total)
    text += "  \(CountText.grouped(done)) of \(CountText.grouped(total))"
    guard let rate else { return text }
    let shown =
      rate >= 10 ? CountText.grouped(Int(rate.rounded())) : String((rate * 10).rounded() / 10)
    text += ", \(shown) a second"
    let left = Duration.milliseconds(Int64(Double(max(0, total - done)) / rate * 1_000))
    return text + ", \(Self.words(left)) left"
  }

  /// Returns a bar of twenty characters with the percentage.
  public static func bar(share: Int) -> String {
    let share = max(0, min(100, share))
    let bar = String(repeating: "#", count: share / 5)
    return "[" + bar + String(repeating: ".", count: 20 - share / 5) + "] \(share) %"
  }

  /// Formats a duration in its two largest units, for example `3 h 24 min`.
  static func words(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeMilliseconds / 1_000)
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
