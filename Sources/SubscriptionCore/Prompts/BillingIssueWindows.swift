/// The time windows in which the App Store sends StoreKit's message about a billing problem.
///
/// Counted from the failed renewal in days of 24 hours, day 1 being the first: every 24 hours on
/// days 1-3, every 72 on days 4-16, every 96 on days 17-30, every 120 on days 31-60
/// (<https://developer.apple.com/documentation/storekit/message/reason/billingissue>;
/// <doc:GoldenCases#G16>). Each band begins a window of its own, so windows open on days 1, 2, 3,
/// 4, 7, 10, 13, 16, 17, 21, 25, 29, 31, 36, 41, 46, 51 and 56, always at the failure's time of
/// day; the last window of a band is cut short at the beginning of the next band.
public enum BillingIssueWindows {
  /// The bands: the first and last day, and the length of a window in days.
  static let bands: [(first: Int, last: Int, days: Int)] = [
    (1, 3, 1), (4, 16, 3), (17, 30, 4), (31, 60, 5),
  ]

  /// The days on which a window opens, day 1 being the first after the failure.
  public static let openingDays: [Int] = bands.flatMap { band in
    stride(from: band.first, through: band.last, by: band.days)
  }

  /// The length of time after which no more messages are sent.
  public static let length = Duration.days(60)

  /// Returns the opening of the window after the one that includes an instant; `nil` after the
  /// last.
  ///
  /// - Complexity: O(*w*) for *w* = 18 windows.
  static func opening(after instant: Timestamp, failedAt: Timestamp) -> Timestamp? {
    let day = day(of: instant, failedAt: failedAt)
    return openingDays.first { $0 > day }.map { failedAt + .days($0 - 1) }
  }

  /// Returns the day since the failure on which an instant falls; day 1 is the first.
  static func day(of instant: Timestamp, failedAt: Timestamp) -> Int {
    Int((instant.milliseconds - failedAt.milliseconds).quotientFloored(by: 86_400_000)) + 1
  }
}
