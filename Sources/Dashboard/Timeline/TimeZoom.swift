/// How much time one cell of a timeline stands for, from a minute to a month.
///
/// The minutes are for sandbox subscriptions, whose months last five of them.
public enum TimeZoom: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// One minute a cell.
  case minute
  /// Five minutes a cell.
  case minutes5
  /// A quarter of an hour a cell.
  case minutes15
  /// One hour a cell.
  case hour
  /// Three hours a cell.
  case hours3
  /// Six hours a cell.
  case hours6
  /// Twelve hours a cell.
  case hours12
  /// Eighteen hours a cell.
  case hours18
  /// One day a cell.
  case day
  /// Two days a cell.
  case days2
  /// Four days a cell.
  case days4
  /// One week a cell.
  case week
  /// Two weeks a cell.
  case weeks2
  /// Thirty days a cell.
  case days30

  /// The length of a cell in minutes.
  private var minutes: Int64 {
    switch self {
    case .minute: 1
    case .minutes5: 5
    case .minutes15: 15
    case .hour: 60
    case .hours3: 180
    case .hours6: 360
    case .hours12: 720
    case .hours18: 1_080
    case .day: 1_440
    case .days2: 2_880
    case .days4: 5_760
    case .week: 10_080
    case .weeks2: 20_160
    case .days30: 43_200
    }
  }

  /// The length of a cell in milliseconds.
  public var milliseconds: Int64 { minutes * 60_000 }

  /// The length as people write it, for example `18 h`.
  public var title: String {
    switch self {
    case .minute: "1 min"
    case .minutes5: "5 min"
    case .minutes15: "15 min"
    case .hour: "1 h"
    case .hours3: "3 h"
    case .hours6: "6 h"
    case .hours12: "12 h"
    case .hours18: "18 h"
    case .day: "1 day"
    case .days2: "2 days"
    case .days4: "4 days"
    case .week: "1 week"
    case .weeks2: "2 weeks"
    case .days30: "30 days"
    }
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
