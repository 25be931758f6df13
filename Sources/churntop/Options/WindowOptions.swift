import ArgumentParser
import ProgramConventions
import SubscriptionCore

/// The options for the days of a figure.
struct WindowOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The first day, in UTC.", valueName: "date"))
  var from: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day, in UTC. Default: yesterday.", valueName: "date"))
  var to: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "As many whole days up to the last: 7d, 30d, 12w. Default: 30d.", valueName: "length"))
  var last: String?

  /// Returns the windows at an instant.
  func windows(at now: Timestamp) throws(CommandError) -> MetricsWindows {
    let end = try Self.lastDay(to, "--to", now)
    guard let first = try Self.day(from, "--from", now) else {
      let text = last ?? "30d"
      let length = DurationText.parse(text)
      guard let days = length?.wholeDays, length == .days(days),
        (1...Self.daysMax).contains(days)
      else {
        throw .notUnderstood(
          "--last: '\(text)' is not a number of days. Write whole days from 1d to "
            + "\(Self.daysMax)d, such as 7d or 12w.")
      }
      return MetricsWindows(days: days, ending: end, now: now)
    }
    guard last == nil else {
      throw .notUnderstood("--last and --from exclude each other. Leave one out.")
    }
    let lastDay = end ?? max(first, CivilDate(now).adding(days: -1))
    guard lastDay <= CivilDate(now) else { throw Self.isToCome(first, "--from", now) }
    guard first <= lastDay else {
      throw .notUnderstood(
        "--from: \(first.iso8601) is after the last day, \(lastDay.iso8601). Exchange them.")
    }
    let days = first..<lastDay.adding(days: 1)
    guard days.dayCount <= Self.daysMax else {
      throw .notUnderstood("--from: at most \(Self.daysMax) days at once.")
    }
    return MetricsWindows(days, now: now)
  }

  /// Parses the last day of a window, which may be today but not later: of days to come nothing
  /// is known.
  static func lastDay(
    _ text: String?, _ option: String, _ now: Timestamp
  ) throws(CommandError) -> CivilDate? {
    let day = try day(text, option, now)
    if let day, day > CivilDate(now) { throw isToCome(day, option, now) }
    return day
  }

  private static func isToCome(
    _ day: CivilDate, _ option: String, _ now: Timestamp
  ) -> CommandError {
    .notUnderstood(
      "\(option): \(day.iso8601) is after \(CivilDate(now).iso8601), the day of the figures in "
        + "UTC. Write that day or an earlier one.")
  }

  /// Parses a day, or the day of an instant; figures are about days in UTC.
  private static func day(
    _ text: String?, _ option: String, _ now: Timestamp
  ) throws(CommandError) -> CivilDate? {
    guard let text else { return nil }
    return CivilDate(try TimeExpression.parse(text, now: now, in: .utc, option: option))
  }

  /// The most days of a window: three years.
  private static let daysMax = 1096
}
