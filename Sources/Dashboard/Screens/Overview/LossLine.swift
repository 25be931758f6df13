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

  /// The words of the line.
  var title: String {
    switch self {
    case .access24h, .retry24h: "< 24 h"
    case .access3d: "1-3 d"
    case .access7d: "3-7 d"
    case .accessLater: "> 7 d"
    case .retry7d: "1-7 d"
    case .retryLater: "> 7 d"
    case .retryOver: "already over"
    case .accessUnknown, .retryUnknown: "end not known"
    }
  }

  /// The words of the line where the heading of its group is not shown, in 16 columns.
  var fullTitle: String {
    switch self {
    case .access24h, .access3d, .access7d, .accessLater, .accessUnknown: title
    case .retryOver: "hold, tries over"
    case .retry24h, .retry7d, .retryLater: "hold ends \(title)"
    case .retryUnknown: "hold end unknown"
    }
  }

  /// The line as the beginning of a sentence.
  var sentence: String {
    switch self {
    case .access24h, .access3d, .access7d, .accessLater: "In grace, access ends in \(title)"
    case .accessUnknown: "In grace, end of access not known"
    case .retryOver: "In hold, store retries already over"
    case .retry24h, .retry7d, .retryLater: "In hold, store retries end in \(title)"
    case .retryUnknown: "In hold, end of store retries not known"
    }
  }

  /// A Boolean value that indicates whether the line is shown only if it counts somebody.
  private var isRare: Bool {
    switch self {
    case .accessUnknown, .retryOver, .retryUnknown: true
    case .access24h, .access3d, .access7d, .accessLater, .retry24h, .retry7d, .retryLater: false
    }
  }

  /// The lines that figures have: the usual ones always, the others when they count somebody.
  static func all(in figures: OverviewFigures?) -> [LossLine] {
    allCases.filter { line in
      !line.isRare || figures.map { line.counter(in: $0).count > 0 } ?? false
    }
  }

  /// A Boolean value that indicates whether it is about the stores' tries rather than about access.
  var isRetry: Bool {
    switch self {
    case .retryOver, .retry24h, .retry7d, .retryLater, .retryUnknown: true
    case .access24h, .access3d, .access7d, .accessLater, .accessUnknown: false
    }
  }

  /// The subscribers counted by the line, in the filter language.
  public var filterText: String {
    switch self {
    case .access24h: "state:grace loses<24h env:production"
    case .access3d: "state:grace loses>=24h loses<3d env:production"
    case .access7d: "state:grace loses>=3d loses<7d env:production"
    case .accessLater: "state:grace loses>=7d env:production"
    case .accessUnknown: "state:grace loses:none env:production"
    case .retryOver: "state:hold retry<0h env:production"
    case .retry24h: "state:hold retry>=0h retry<24h env:production"
    case .retry7d: "state:hold retry>=24h retry<7d env:production"
    case .retryLater: "state:hold retry>=7d env:production"
    case .retryUnknown: "state:hold retry:none env:production"
    }
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

  /// The rows of a panel of a height, with the cursor's line among them.
  ///
  /// - Parameters:
  ///   - all: The lines.
  ///   - height: The number of rows.
  ///   - cursor: The place of the cursor among all lines.
  /// - Returns: The rows, and how many lines are left out.
  static func rows(
    _ all: [LossLine], height: Int, cursor: Int
  ) -> (rows: [LossRow], left: Int) {
    let (access, retry) = (all.filter { !$0.isRetry }, all.filter(\.isRetry))
    if height >= all.count + 2 {
      var rows = [LossRow.heading(isRetry: false)]
      rows += access.map { LossRow.line($0, saysAll: false) }
      if height > all.count + 2 { rows.append(.blank) }
      rows.append(.heading(isRetry: true))
      rows += retry.map { LossRow.line($0, saysAll: false) }
      return (rows, 0)
    }
    let count = max(0, height - 1)
    let first = max(0, min(cursor - count / 2, all.count - count))
    let shown = all.dropFirst(first).prefix(count)
    let isRetry = shown.first?.isRetry ?? false
    var rows = [LossRow.heading(isRetry: isRetry)]
    rows += shown.map { LossRow.line($0, saysAll: $0.isRetry != isRetry) }
    return (rows, all.count - shown.count)
  }
}
