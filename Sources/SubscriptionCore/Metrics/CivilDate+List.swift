extension CivilDate {
  /// Returns days as text, runs of three and more in short, for example `30 Oct, 3-5 and 9 Nov`.
  ///
  /// - Parameters:
  ///   - days: The days, oldest first.
  ///   - most: The most days and runs; beyond it only the first and the last day are named.
  /// - Returns: The text; empty for no day.
  public static func list(_ days: [CivilDate], most: Int = 5) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    var runs: [ClosedRange<CivilDate>] = []
    for day in days {
      let isNext = runs.last?.upperBound.adding(days: 1) == day
      if let run = runs.last, isNext, run.upperBound.month == day.month {
        runs[runs.count - 1] = run.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    // Two days in a row are named apart.
    let parts = runs.flatMap { run in
      run.lowerBound.adding(days: 1) == run.upperBound
        ? [run.lowerBound...run.lowerBound, run.upperBound...run.upperBound] : [run]
    }
    guard parts.count <= most else {
      return "between \(first.day) \(first.monthName) and \(last.day) \(last.monthName)"
    }
    return parts.enumerated().map { place, run in
      let isLastOfMonth =
        place + 1 == parts.count || parts[place + 1].lowerBound.month != run.lowerBound.month
      let days =
        run.lowerBound == run.upperBound
        ? "\(run.lowerBound.day)" : "\(run.lowerBound.day)-\(run.upperBound.day)"
      return isLastOfMonth ? "\(days) \(run.lowerBound.monthName)" : days
    }.listed
  }
}
