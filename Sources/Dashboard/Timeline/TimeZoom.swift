import SubscriptionCore

/// The time that one cell of a timeline covers, from a minute to a month.
///
/// The minutes are for sandbox subscriptions, whose months last five of them.
public enum TimeZoom: Int, Hashable, Sendable, CaseIterable, Comparable {
  case minute, minutes5, minutes15, hour, hours3, hours6, hours12, hours18, day, days2, days4
  case week, weeks2, days30

  private static let lengths: [(minutes: Int64, title: String, notation: String)] = [
    (1, "1 min", "1m"), (5, "5 min", "5m"), (15, "15 min", "15m"), (60, "1 h", "1h"),
    (180, "3 h", "3h"), (360, "6 h", "6h"), (720, "12 h", "12h"), (1_080, "18 h", "18h"),
    (1_440, "1 day", "1d"), (2_880, "2 days", "2d"), (5_760, "4 days", "4d"),
    (10_080, "1 week", "1w"), (20_160, "2 weeks", "2w"), (43_200, "30 days", "30d"),
  ]

  /// The length of a cell in milliseconds.
  public var milliseconds: Int64 { Self.lengths[rawValue].minutes * 60_000 }

  /// The length of a cell as people write it, for example `18 h`.
  public var title: String { Self.lengths[rawValue].title }

  /// The length of a cell as configuration writes it, for example `18h`, `2d` or `1w`.
  public var notation: String { Self.lengths[rawValue].notation }

  /// Reads the notation that ``notation`` writes.
  public init?(notation: String) {
    guard let zoom = TimeZoom.allCases.first(where: { $0.notation == notation }) else { return nil }
    self = zoom
  }

  /// The next finer zoom, or the same at the end of the list.
  public var finer: TimeZoom { TimeZoom(rawValue: rawValue - 1) ?? self }

  /// The next coarser zoom, or the same at the end of the list.
  public var coarser: TimeZoom { TimeZoom(rawValue: rawValue + 1) ?? self }

  /// The finest zoom at which a length of time fits a number of cells, or the coarsest there is.
  public static func fitting(_ milliseconds: Int64, cells: Int) -> TimeZoom {
    let cells = Int64(max(1, cells))
    return allCases.first { $0.milliseconds.multipliedClamped(by: cells) >= milliseconds }
      ?? .days30
  }

  /// Orders zooms from fine to coarse.
  public static func < (left: TimeZoom, right: TimeZoom) -> Bool { left.rawValue < right.rawValue }
}
