import SubscriptionCore

/// The mapping from instants to the cells of one row, in whole numbers only.
///
/// Every instant lands in exactly one column; the cells of a row are the columns from 0 up to
/// ``width``. A floating-point mapping once painted the today marker twice, so there is none here.
///
/// Cells of three hours and more follow the clocks of the zone, so that the day on which summer
/// time begins is one cell like any other, of 23 hours. Shorter cells are all of one length.
public struct TimeScale: Hashable, Sendable {
  /// The first instant of column 0.
  public let origin: Timestamp
  /// The time that one cell covers.
  public let zoom: TimeZoom
  /// The number of cells in the row.
  public let width: Int
  /// The zone whose days the cells follow.
  private let zone: DisplayZone
  /// The zone's wall clock at the beginning of column 0, as milliseconds of UTC.
  private let wallOrigin: Int64
  /// The first instants of the columns from 0 up to and with ``width``; empty where all cells are
  /// of one length.
  private let starts: [Int64]

  /// Creates a scale; a negative width becomes zero.
  public init(origin: Timestamp, zoom: TimeZoom, width: Int, in zone: DisplayZone = .utc) {
    self.init(wallOrigin: zone.wallClock(origin).milliseconds, origin, zoom, width, zone)
  }

  /// Creates a scale that shows an instant in a column; without one, two fifths from the left.
  public init(
    showing instant: Timestamp, at column: Int? = nil, zoom: TimeZoom, width: Int,
    in zone: DisplayZone = .utc
  ) {
    let aligned = zone.wallClock(instant).milliseconds.floored(to: zoom.milliseconds)
    let column = column ?? Self.usualColumn(width)
    let offset = zoom.milliseconds.multipliedClamped(by: Int64(column))
    let wall = aligned.subtractingClamped(offset)
    let linear = wall.subtractingClamped(zone.offset(at: instant).wholeMilliseconds)
    self.init(wallOrigin: wall, Timestamp(milliseconds: linear), zoom, width, zone)
  }

  /// Creates a scale whose first cell begins at a round time of the zone's clocks.
  init(containing instant: Timestamp, zoom: TimeZoom, width: Int, in zone: DisplayZone) {
    self.init(showing: instant, at: 0, zoom: zoom, width: width, in: zone)
  }

  private init(
    wallOrigin: Int64, _ linear: Timestamp, _ zoom: TimeZoom, _ width: Int, _ zone: DisplayZone
  ) {
    (self.wallOrigin, self.zoom, self.width, self.zone) = (wallOrigin, zoom, max(0, width), zone)
    guard zone != .utc, zoom >= .hours3 else {
      (origin, starts) = (linear, [])
      return
    }
    let step = zoom.milliseconds
    starts = (0...max(0, width)).map { column in
      let wall = wallOrigin.addingClamped(step.multipliedClamped(by: Int64(column)))
      return zone.instant(ofWallClock: Timestamp(milliseconds: wall)).milliseconds
    }
    origin = Timestamp(milliseconds: starts[0])
  }

  /// The column in which a row of a width shows the present: more future than past.
  static func usualColumn(_ width: Int) -> Int { max(0, width) * 2 / 5 }

  /// The column of an instant; negative or beyond the width when it lies outside the row.
  ///
  /// - Complexity: O(log *w*) for *w* columns.
  public func column(of instant: Timestamp) -> Int {
    guard let first = starts.first, let last = starts.last else {
      let distance = instant.milliseconds.subtractingClamped(origin.milliseconds)
      return Int(distance.quotientFloored(by: zoom.milliseconds))
    }
    let at = instant.milliseconds
    guard at >= first, at < last else {
      let wall = zone.wallClock(instant).milliseconds
      let column = Int(wall.subtractingClamped(wallOrigin).quotientFloored(by: zoom.milliseconds))
      return at < first ? min(-1, column) : max(width, column)
    }
    var columns = 0..<width
    while columns.count > 1 {
      let middle = columns.lowerBound + columns.count / 2
      columns = starts[middle] <= at ? middle..<columns.upperBound : columns.lowerBound..<middle
    }
    return columns.lowerBound
  }

  /// The cell of an instant, or `nil` when it lies outside the row.
  public func cell(of instant: Timestamp) -> Int? {
    let column = column(of: instant)
    return (0..<width).contains(column) ? column : nil
  }

  /// The first instant of a column.
  public func start(ofColumn column: Int) -> Timestamp {
    if starts.indices.contains(column) { return Timestamp(milliseconds: starts[column]) }
    let offset = zoom.milliseconds.multipliedClamped(by: Int64(column))
    guard !starts.isEmpty else {
      return Timestamp(milliseconds: origin.milliseconds.addingClamped(offset))
    }
    return zone.instant(ofWallClock: Timestamp(milliseconds: wallOrigin.addingClamped(offset)))
  }

  /// The instant after the last one of the row.
  public var end: Timestamp { start(ofColumn: width) }

  /// The time that a span and a column share, in milliseconds.
  func overlap(from: Timestamp, to: Timestamp, column: Int) -> Int64 {
    let left = max(from.milliseconds, start(ofColumn: column).milliseconds)
    let right = min(to.milliseconds, start(ofColumn: column + 1).milliseconds)
    return max(0, right.subtractingClamped(left))
  }
}
