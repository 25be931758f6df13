// The counts as a report adds them up.
extension BlockCounts {
  /// The counts of the three windows, of all episodes.
  var total: ComparedCounts {
    var counts = ComparedCounts()
    for window in 0..<3 {
      var result = windowCounts(window, shapes: shapes.indices)
      let size = Layout.minutes
      let recoveries = layout.recoveries + window * size
      let losses = layout.losses + window * size
      result.recoveryTimes = EpisodeDurations(
        byMinute: numbers[recoveries..<recoveries + size], columns: 1)
      result.recoveryTimes += long.recoveries[window]
      result.accessTimes = EpisodeDurations(
        byMinute: numbers[losses..<losses + size], columns: 1)
      result.accessTimes += long.losses[window]
      if window == WindowSpans.previous {
        result.counts = episodes(at: layout.previous)
      } else {
        let range = spans.ranges[window]
        for day in days where range.contains(day.start) { result.counts += day.counts }
      }
      counts[window] = result
    }
    return counts
  }

  /// The counts of each group with an episode that failed or ended in a window.
  var totalByGroup: [String: ComparedCounts] {
    var shapesOfGroup = Array(repeating: [Int](), count: groups.names.count)
    for (shape, group) in groups.groupOfShape.enumerated() { shapesOfGroup[group].append(shape) }
    var result: [String: ComparedCounts] = [:]
    for (group, name) in groups.names.enumerated() {
      var counts = ComparedCounts()
      for window in 0..<3 {
        var part = windowCounts(window, shapes: shapesOfGroup[group])
        let place = group * 3 + window
        part.counts = Self.episodes(groups.codes[...], at: place * EpisodeStatus.codes)
        (part.recoveryTimes, part.accessTimes) = (groups.recoveries[place], groups.losses[place])
        counts[window] = part
      }
      result[name] = counts
    }
    return result
  }

  /// The times of the followed episodes.
  var followedTimes: EpisodeDurations {
    var times = EpisodeDurations(
      byMinute: numbers[layout.times..<layout.times + Layout.minutes * 5], columns: 5)
    times += long.times
    return times
  }

  /// The failures of the days of the window, at ``MetricsWindows/trendAge``.
  var failuresByDay: [EpisodeCounts] {
    (0..<windows.days).map { episodes(at: layout.trend + $0 * EpisodeStatus.codes) }
  }

  /// The recoveries of the days of the window.
  var recoveriesByDay: [Int] {
    numbers[layout.recoveredByDay..<layout.recoveredByDay + windows.days].map(Int.init)
  }

  /// The weeks of failure.
  var cohorts: [CohortCounts] {
    (0..<MetricsWindows.cohortsMax).map { week in
      let place = layout.cohorts + week * Layout.cohort
      var counts = CohortCounts()
      counts.add(
        failed: Int(numbers[place]), open: Int(numbers[place + 1]),
        recoveredByDay: numbers[place + 2..<place + Layout.cohort])
      return counts
    }
  }

  // MARK: Parts

  /// The days with their failures.
  private var days: [(start: Int64, counts: EpisodeCounts)] {
    let count = (layout.previous - layout.codes) / EpisodeStatus.codes
    return (0..<count).map { day in
      (
        spans.failures.lowerBound + Int64(day) * 86_400_000,
        episodes(at: layout.codes + day * EpisodeStatus.codes)
      )
    }
  }

  private func episodes(at place: Int) -> EpisodeCounts { Self.episodes(numbers[...], at: place) }

  private static func episodes(_ numbers: ArraySlice<UInt32>, at place: Int) -> EpisodeCounts {
    var counts = EpisodeCounts()
    for code in 0..<EpisodeStatus.codes where numbers[place + code] > 0 {
      counts.add(EpisodeStatus(code: code), count: Int(numbers[place + code]))
    }
    return counts
  }

  /// Returns the money of the episodes of some shapes in a window.
  private func windowCounts(_ window: Int, shapes chosen: some Sequence<Int>) -> WindowCounts {
    var result = WindowCounts()
    for shape in chosen {
      let price = shapes[shape].price
      func number(_ place: Int) -> Int { Int(money[shape * MoneyPlace.count + place]) }
      for (place, isRecovered) in [(window * 2, false), (window * 2 + 1, true)]
      where number(place) > 0 {
        result.failed.add(price, isRecovered: isRecovered, count: number(place))
      }
      let recovered = number(MoneyPlace.recovered + window)
      if recovered > 0 {
        result.recovered.add(price, count: recovered)
        result.recoveredCount += recovered
      }
      let lost = number(MoneyPlace.lost + window)
      if lost > 0 { result.lost.add(price, count: lost) }
    }
    return result
  }
}

extension ComparedCounts {
  /// The counts of a window by its number: the window, the one before, and the latest closed one.
  fileprivate subscript(window: Int) -> WindowCounts {
    get { window == 0 ? self.window : window == 1 ? previous : closed }
    set {
      switch window {
      case 0: self.window = newValue
      case 1: previous = newValue
      default: closed = newValue
      }
    }
  }
}
