import EventLedger

/// The lines of the panel that says how soon access and the stores' tries end.
public enum LossLine: Int, Hashable, Sendable, CaseIterable {
  /// In grace, losing access within a day.
  case access24h
  /// In grace, losing access in one to three days.
  case access3d
  /// In grace, losing access in three to seven days.
  case access7d
  /// In grace, losing access later.
  case accessLater
  /// In grace, without a known end.
  case accessUnknown
  /// In hold, with the tries over although no store has said so.
  case retryOver
  /// In hold, with the tries ending within a day.
  case retry24h
  /// In hold, with the tries ending in one to seven days.
  case retry7d
  /// In hold, with the tries ending later.
  case retryLater
  /// In hold, without a known end of the tries.
  case retryUnknown

  /// The texts of a line.
  private struct Texts {
    var title: String
    var filter: String
    /// The beginning of its sentence; only a line that is rarely there has one of its own.
    var sentence: String?
    var fullTitle: String?
  }

  private var texts: Texts {
    switch self {
    case .access24h: Texts(title: "< 24 h", filter: "loses<24h")
    case .access3d: Texts(title: "1-3 d", filter: "loses>=24h loses<3d")
    case .access7d: Texts(title: "3-7 d", filter: "loses>=3d loses<7d")
    case .accessLater: Texts(title: "> 7 d", filter: "loses>=7d")
    case .accessUnknown:
      Texts(
        title: "end not known", filter: "loses:none",
        sentence: "In grace, end of access not known")
    case .retryOver:
      Texts(
        title: "already over", filter: "retry<0h",
        sentence: "In hold, store retries already over", fullTitle: "hold, tries over")
    case .retry24h: Texts(title: "< 24 h", filter: "retry>=0h retry<24h")
    case .retry7d: Texts(title: "1-7 d", filter: "retry>=24h retry<7d")
    case .retryLater: Texts(title: "> 7 d", filter: "retry>=7d")
    case .retryUnknown:
      Texts(
        title: "end not known", filter: "retry:none",
        sentence: "In hold, end of store retries not known", fullTitle: "hold end unknown")
    }
  }

  /// The words of the line.
  var title: String { texts.title }

  /// The words of the line where the heading of its group is not shown, in 16 columns.
  var fullTitle: String { texts.fullTitle ?? (isRetry ? "hold ends \(title)" : title) }

  /// The line as the beginning of a sentence.
  var sentence: String {
    texts.sentence
      ?? (isRetry ? "In hold, store retries end in" : "In grace, access ends in") + " \(title)"
  }

  /// The lines that figures have: the usual ones always, the others when they count somebody.
  static func all(in figures: OverviewFigures?) -> [LossLine] {
    allCases.filter { line in
      line.texts.sentence == nil || figures.map { line.counter(in: $0).count > 0 } ?? false
    }
  }

  /// A Boolean value that indicates whether it is about the stores' tries rather than about access.
  var isRetry: Bool { rawValue >= LossLine.retryOver.rawValue }

  /// The subscribers counted by the line, in the filter language.
  public var filterText: String {
    "state:\(isRetry ? "hold" : "grace") \(texts.filter) env:production"
  }

  /// The count and the monthly worth of the line.
  func counter(in figures: OverviewFigures) -> OverviewFigures.Total {
    let (list, index) =
      isRetry
      ? (figures.retryEnds, rawValue - LossLine.retryOver.rawValue)
      : (figures.losesAccess, rawValue)
    return list.indices.contains(index) ? list[index] : OverviewFigures.Total()
  }
}

/// A row of the panel that says how soon access and the stores' tries end.
enum LossRow: Hashable, Sendable {
  /// The heading of the lines about access, or of those about the stores' tries.
  case heading(isRetry: Bool)
  /// Nothing.
  case blank
  /// A line; the title says what it is about where its heading is not shown.
  case line(LossLine, saysAll: Bool)

  /// The rows of a panel of a height, with the cursor's line among them, and how many lines are
  /// left out.
  static func rows(_ all: [LossLine], height: Int, cursor: Int) -> (rows: [LossRow], left: Int) {
    let (access, retry) = (all.filter { !$0.isRetry }, all.filter(\.isRetry))
    if height >= all.count + 2 {
      var rows = [LossRow.heading(isRetry: false)]
      rows += access.map { LossRow.line($0, saysAll: false) }
      if height > all.count + 2 { rows.append(.blank) }
      rows.append(.heading(isRetry: true))
      rows += retry.map { LossRow.line($0, saysAll: false) }
      return (rows, 0)
    }
    let shown = all[ListCursor(line: cursor).centred(count: all.count, height: height - 1)]
    let isRetry = shown.first?.isRetry ?? false
    var rows = [LossRow.heading(isRetry: isRetry)]
    rows += shown.map { LossRow.line($0, saysAll: $0.isRetry != isRetry) }
    return (rows, all.count - shown.count)
  }
}
