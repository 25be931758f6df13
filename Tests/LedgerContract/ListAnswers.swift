import EventLedger
import SubscriptionCore

/// Throws unless every list of a report selects what its number counts.
///
/// The report's window ends with the day of the ledger's rows.
public func requireLists(of report: MetricsReport, _ ledger: any Ledger) throws {
  try ListAnswers(of: ledger).require(report)
}

/// What a ledger that nobody writes to answers about the lists of reports.
///
/// Reports of one ledger have most filters in common; each is asked once, and its answer compared
/// with the number of every report.
final class ListAnswers {
  private let ledger: any Ledger
  private var episodesOfFilter: [String: [EpisodeRecord]] = [:]
  private var rowsOfFilter: [String: [SubscriberSummary]] = [:]

  /// Creates an object that has asked nothing yet.
  init(of ledger: any Ledger) { self.ledger = ledger }

  /// Throws unless every list of a report selects what its number counts.
  func require(_ report: MetricsReport) throws {
    for figure in report.figures {
      for list in figure.lists { try require(list, of: figure, in: report) }
    }
    for group in report.groups {
      guard let list = report.list(of: group) else {
        throw BrokenRule(description: "no list of \(group.name)")
      }
      // A filter compares without regard to case, so that it selects both of such groups.
      let name = Filter.foldCase(group.name)
      guard report.groups.count(where: { Filter.foldCase($0.name) == name }) == 1 else { continue }
      try requireEpisodes(list)
    }
    for cohort in report.cohorts { try requireEpisodes(report.list(of: cohort)) }
    for point in report.curve.points where Int(point.days) % 7 == 0 {
      for list in report.lists(of: point) { try requireEpisodes(list) }
    }
  }

  private func require(
    _ list: FigureList, of figure: MetricFigure, in report: MetricsReport
  ) throws {
    let window = report.window
    let what = "\(figure.metric): \(list.filter)"
    switch list.unit {
    case .episodes:
      let found = try requireEpisodes(list)
      guard case .money = figure.value else { return }
      var sums = MoneySums()
      for record in found { sums.add(record.episode.price) }
      try LedgerContract.require(sums.value.withoutZeros, equals: figure.value.withoutZeros, what)
    case .standing:
      var sums = MoneySums()
      for row in try rows(list.filter) { sums.add(row.mrr) }
      try LedgerContract.require(sums.value.withoutZeros, equals: figure.value.withoutZeros, what)
    case .ends, .refunds:
      let causes: Set<ChurnCause?> =
        switch figure.metric {
        case .involuntaryChurnRate: [.involuntary]
        case .voluntaryChurnRate: [.voluntary]
        default: list.filter.contains("churn:") ? [.involuntary] : [.involuntary, .voluntary, nil]
        }
      func count(_ row: SubscriberSummary) -> Int {
        let instants =
          list.unit == .refunds
          ? row.countedRefunds.map(\.at)
          : row.countedEnds.filter { causes.contains($0.cause) }.map(\.at)
        return instants.count { window.contains(CivilDate($0)) }
      }
      let counted = try rows(report.filter?.description ?? "").filter { count($0) > 0 }
      try LedgerContract.require(
        counted.reduce(0) { $0 + count($1) }, equals: list.count ?? -1, what)
      try LedgerContract.require(
        try rows(list.filter).map(\.id), equals: counted.map(\.id), what)
    }
  }

  /// Throws unless the episodes that a list's filter selects are as many as it counts, and the
  /// subscribers that it lists are theirs.
  @discardableResult
  private func requireEpisodes(_ list: FigureList) throws -> [EpisodeRecord] {
    let found: [EpisodeRecord]
    if let known = episodesOfFilter[list.filter] {
      found = known
    } else {
      let filter = try Filter.parse(list.filter)
      found = try episodes(of: ledger, EpisodeQuery(filter: filter))
      try LedgerContract.require(
        try rows(list.filter).map(\.id), equals: Set(found.map(\.subscription)).sorted(),
        list.filter)
      episodesOfFilter[list.filter] = found
    }
    if let count = list.count {
      try LedgerContract.require(found.count, equals: count, list.filter)
    }
    return found
  }

  /// The rows that satisfy a filter, by id.
  private func rows(_ filter: String) throws -> [SubscriberSummary] {
    if let known = rowsOfFilter[filter] { return known }
    let query = SubscriberQuery(filter: try Filter.parse(filter), sort: .id, limit: 10_000)
    let rows = try ledger.subscribers(query).rows
    rowsOfFilter[filter] = rows
    return rows
  }
}

extension MetricValue {
  /// The value without currencies whose sum is nothing.
  fileprivate var withoutZeros: MetricValue {
    guard case .money(let micros, let unknown) = self else { return self }
    return .money(micros.filter { $0.value != 0 }, unknown: unknown)
  }
}
