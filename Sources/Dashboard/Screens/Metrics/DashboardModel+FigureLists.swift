import SubscriptionCore

/// The lists of subscribers behind what the Metrics screen shows.
extension DashboardModel {
  /// Shows the subscribers that make up what is under the cursor; where there is a list for the
  /// numerator and one for the denominator, a menu names both with their numbers.
  mutating func openMetric() -> [Effect] {
    guard metrics.report != nil else { return [] }
    if metrics.isOnChangedDays { return openChangedDays() }
    let (title, lists) = metrics.lists
    switch lists.count {
    case 0:
      tell(
        "No filter of subscribers says what makes up \(title); "
          + "\(key(.explainFigure)) explains it.")
      return []
    case 1: return open(lists[0])
    case _:
      let items = lists.enumerated().map { place, list in
        Menu.Item(key: "\(place + 1)", title: list.words, choice: .list(list))
      }
      input = .menu(Menu(title: title, items: items))
      return []
    }
  }

  /// Names the lists of the changed days, the latest day first; where no filter selects any, the
  /// days are explained.
  private mutating func openChangedDays() -> [Effect] {
    let lists = metrics.changedDays.reversed().flatMap(\.lists)
    guard !lists.isEmpty else { return measure(.explainFigure) }
    let items = lists.prefix(9).enumerated().map { place, list in
      Menu.Item(key: "\(place + 1)", title: list.words, choice: .list(list))
    }
    input = .menu(Menu(title: MetricsScreen(model: self).changedDaysTitle, items: items))
    return []
  }

  /// Shows the subscribers of a list, and says how their number may differ.
  mutating func open(_ list: FigureList) -> [Effect] {
    let effects = drill(list.filter)
    tell("\(list.words.capitalizedFirst). \(list.note)")
    return effects
  }
}

extension MetricsState {
  /// The name and the lists of what is under the cursor.
  var lists: (title: String, lists: [FigureList]) {
    guard let report else { return ("", []) }
    switch pane {
    case .figures: return (figure?.metric.title ?? "", figure?.lists ?? [])
    case .groups:
      guard let group else { return ("", []) }
      return (group.title(by: report.grouping), [report.list(of: group)].compactMap { $0 })
    case .curve:
      guard report.curve.points.indices.contains(line) else { return ("", []) }
      let point = report.curve.points[line]
      return ("Day \(Int(point.days)) since the failure", report.lists(of: point))
    case .prompts, .money: return ("this figure", [])
    case .cohorts:
      guard cohorts.indices.contains(line) else { return ("", []) }
      let cohort = cohorts[line]
      return ("Week of \(MetricsScreen.day(cohort.week))", [report.list(of: cohort)])
    }
  }
}

extension FigureList {
  /// The title of the list, with its number where the report has one.
  var words: String { count.map { "\(title) (\(Formatting.count($0)))" } ?? title }
}
