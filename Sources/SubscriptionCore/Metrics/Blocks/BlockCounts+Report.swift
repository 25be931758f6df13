// The counts as a report adds them up.
extension BlockCounts {
  /// The counts of the three windows, of all episodes.
  var total: ComparedCounts {
    var counts = ComparedCounts()
    for window in 0..<3 {
      var result = windowCounts(window, shapes: shapes.indices)
      result.recoveryTimes = times(of: window, later[window].recoveries, \.recoveries)
      result.recoveryTimes += long.recoveries[window]
      result.accessTimes = times(of: window, later[window].losses, \.losses)
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
    var sum = otherTimes
    sum.grow(to: 5 * Layout.minutes)
    // Those to recovery come first.
    for set in sets { sum.add(set.recoveries) }
    var times = EpisodeDurations(byMinute: sum, columns: 5)
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

  /// Returns the times of the episodes of a window that had happened by its instant.
  private func times(
    of window: Int, _ later: [UInt32], _ numbers: (SetCounts) -> [UInt32]
  ) -> EpisodeDurations {
    var sum: [UInt32] = []
    for (windows, set) in sets.enumerated() where windows >> window & 1 != 0 {
      // The numbers of one set alone are not copied.
      if sum.isEmpty { sum = numbers(set) } else { sum.add(numbers(set)) }
    }
    sum.grow(to: later.count)
    var place = 0
    while place < later.count {
      sum[place] &-= later[place]
      place += 1
    }
    return EpisodeDurations(byMinute: sum, columns: 1)
  }

  /// Returns the money of the episodes of some shapes in a window.
  private func windowCounts(_ window: Int, shapes chosen: some Sequence<Int>) -> WindowCounts {
    var result = WindowCounts()
    let sets = sets.enumerated().filter { $0.offset >> window & 1 != 0 }.map(\.element.money)
    func number(_ numbers: [UInt32], _ place: Int) -> Int {
      place < numbers.count ? Int(numbers[place]) : 0
    }
    for shape in chosen {
      let price = shapes[shape].price
      let later = number(later[window].money, shape)
      let open = sets.reduce(later) { $0 + number($1, 2 * shape) }
      let paid = sets.reduce(-later) { $0 + number($1, 2 * shape + 1) }
      if open > 0 { result.failed.add(price, isRecovered: false, count: open) }
      if paid > 0 { result.failed.add(price, isRecovered: true, count: paid) }
      let recovered = number(ended[window], 2 * shape)
      if recovered > 0 {
        result.recovered.add(price, count: recovered)
        result.recoveredCount += recovered
      }
      let lost = number(ended[window], 2 * shape + 1)
      if lost > 0 { result.lost.add(price, count: lost) }
    }
    return result
  }
}

extension [UInt32] {
  /// Adds other numbers to as many of the first ones.
  fileprivate mutating func add(_ others: [UInt32]) {
    var place = 0
    while place < others.count {
      self[place] &+= others[place]
      place += 1
    }
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
