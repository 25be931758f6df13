import SubscriptionCore

extension MetricValue {
  /// The value in so many cells: a share, a length, amounts; `nil` where there is nothing to say.
  func words(width: Int = .max, inOrder form: AmountForm) -> String? {
    switch self {
    case .rate(let rate): Formatting.percent(rate)
    case .duration(let length, _, _): length.map(Formatting.age)
    case .money: Formatting.worth(amounts(inOrder: form), width: width)
    }
  }

  /// The numerator and denominator, the number of episodes, or the number of unknown amounts.
  var basis: String? {
    switch self {
    case .rate(let rate):
      "\(Formatting.count(rate.numerator))/\(Formatting.count(rate.denominator))"
    case .duration(_, _, let count): "of \(Formatting.count(count))"
    case .money(_, let unknown):
      unknown > 0 ? "+\(Formatting.count(unknown)) unknown" : nil
    }
  }

  /// Returns ``basis`` in a width: the word for unknown amounts is shortened where it does not fit.
  func basisWords(width: Int) -> String? {
    guard let whole = basis, whole.count > width, case .money(_, let unknown) = self else {
      return basis
    }
    let brief = "+\(Formatting.count(unknown)) unk."
    return brief.count <= width ? brief : "+\(Formatting.count(unknown)) ?"
  }

  /// The 95 % interval; `nil` without one.
  var intervalWords: String? {
    switch self {
    case .rate(let rate): rate.interval.map(Formatting.percents)
    case .duration(_, let interval, _):
      interval.map { "\(Formatting.age($0.lowerBound))-\(Formatting.age($0.upperBound))" }
    case .money: nil
    }
  }

  /// The value in a clause for a sentence, as `43.2 %, 123 of 285, 95 % interval 37.5-49.0`.
  func clause(inOrder form: AmountForm) -> String {
    guard !isEmpty else { return "nothing to measure" }
    switch self {
    case .rate(let rate):
      let parts = "\(Formatting.count(rate.numerator)) of \(Formatting.count(rate.denominator))"
      let interval = intervalWords.map { ", 95 % interval \($0)" } ?? ""
      return "\(words(inOrder: form) ?? ""), \(parts)\(interval)"
    case .duration(_, _, let count):
      let interval = intervalWords.map { ", 95 % interval \($0)" } ?? ""
      let episodes = Formatting.plural(count, "episode")
      return "\(words(inOrder: form) ?? ""), over \(episodes)\(interval)"
    case .money(_, let unknown):
      let rest = unknown > 0 ? ", and \(Formatting.count(unknown)) of unknown price" : ""
      return (words(inOrder: form) ?? "no known amount") + rest
    }
  }
}

extension MetricsReport.Group {
  /// The name, or a word for what no store stated and for accounts without a tag.
  func title(by grouping: MetricsGrouping?) -> String {
    guard name.isEmpty else { return name }
    return grouping == .tag ? "no tag" : "not stated"
  }
}
