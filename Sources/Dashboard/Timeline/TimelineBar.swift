import SubscriptionCore

/// One row of a timeline: spans painted over cells, points over spans, the present over all.
public struct TimelineBar: Hashable, Sendable {
  /// One cell a column of the scale.
  public private(set) var cells: [BarCell]
  private let scale: TimeScale

  /// Creates an empty row.
  public init(scale: TimeScale) {
    self.scale = scale
    cells = Array(repeating: .empty, count: scale.width)
  }

  /// Paints spans: a cell shows the span that fills most of it.
  ///
  /// A span too short to win any cell takes the one where it lies, the more urgent kind first, so
  /// that no state a user went through disappears at a coarse zoom.
  ///
  /// - Complexity: O(*cells* + *spans*).
  public mutating func paint(_ spans: [Timeline.Span], now: Timestamp) {
    var share = [Int64](repeating: 0, count: cells.count)
    var winners = [Int](repeating: -1, count: cells.count)
    for (index, span) in spans.enumerated() {
      guard let range = columns(of: span, now: now) else { continue }
      let to = end(of: span, now: now)
      for column in range {
        let overlap = scale.overlap(from: span.from, to: to, column: column)
        if overlap > share[column] { (share[column], winners[column]) = (overlap, index) }
      }
    }
    yieldToShortSpans(spans, now: now, winners: &winners)
    for (column, index) in winners.enumerated() where index >= 0 {
      cells[column] = .fill(spans[index].kind, projected: spans[index].projected)
    }
    for span in spans { paintEdges(of: span, now: now) }
  }

  /// Puts a point where an instant lies, if it lies in the row.
  public mutating func mark(_ mark: TimelineMark, at instant: Timestamp) {
    guard let cell = scale.cell(of: instant) else { return }
    cells[cell] = .mark(mark)
  }

  /// Puts a point over nothing but empty cells and spans, so that a rarer point stays.
  public mutating func markIfFree(_ mark: TimelineMark, at instant: Timestamp) {
    guard let cell = scale.cell(of: instant) else { return }
    if case .mark = cells[cell] { return }
    cells[cell] = .mark(mark)
  }

  private mutating func yieldToShortSpans(
    _ spans: [Timeline.Span], now: Timestamp, winners: inout [Int]
  ) {
    var wins = Array(repeating: 0, count: spans.count)
    for index in winners where index >= 0 { wins[index] += 1 }
    guard wins.contains(0) else { return }
    var taken: [Int: Int] = [:]
    for (index, span) in spans.enumerated() where wins[index] == 0 {
      guard let range = columns(of: span, now: now), span.from < end(of: span, now: now) else {
        continue
      }
      let column = range.lowerBound
      let holder = winners[column]
      if holder >= 0, wins[holder] == 1, spans[holder].kind.urgency >= span.kind.urgency {
        continue
      }
      if let other = taken[column], spans[other].kind.urgency >= span.kind.urgency { continue }
      taken[column] = index
    }
    for (column, index) in taken { winners[column] = index }
  }

  /// Marks the start of a refund, and an unknown end one cell after the start.
  private mutating func paintEdges(of span: Timeline.Span, now: Timestamp) {
    if span.kind == .refunded { mark(.refund, at: span.from) }
    guard span.to == nil, span.projected, !span.kind.isOver else { return }
    let column = scale.column(of: max(span.from, now)) + 1
    guard cells.indices.contains(column) else { return }
    cells[column] = .mark(.unknownEnd)
  }

  /// The visible columns that a span touches.
  private func columns(of span: Timeline.Span, now: Timestamp) -> Range<Int>? {
    let end = end(of: span, now: now)
    guard span.from < end else { return nil }
    let first = max(0, scale.column(of: span.from))
    let last = min(scale.width - 1, scale.column(of: end - .milliseconds(1)))
    return first <= last ? first..<last + 1 : nil
  }

  /// The end of painting: an unknown end is drawn up to the present's next cell at the most.
  private func end(of span: Timeline.Span, now: Timestamp) -> Timestamp {
    if let to = span.to { return to }
    if span.kind.isOver || !span.projected { return max(scale.end, span.from) }
    return scale.start(ofColumn: scale.column(of: max(span.from, now)) + 1)
  }
}

extension Timeline.Kind {
  /// The rank of the kind where several short spans meet in a cell: the most urgent wins.
  var urgency: Int {
    switch self {
    case .hold: 9
    case .grace: 8
    case .refunded: 7
    case .paused: 6
    case .expired: 5
    case .canceled: 4
    case .renewalPending: 3
    case .pending: 2
    case .trial: 1
    case .paid: 0
    }
  }

  /// A Boolean value that indicates whether a span of the kind goes on for ever when no end is
  /// stated.
  var isOver: Bool {
    switch self {
    case .expired, .refunded: true
    case .trial, .paid, .renewalPending, .grace, .hold, .paused, .canceled, .pending: false
    }
  }
}
