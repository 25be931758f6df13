import SubscriptionCore

/// The mapping from instants to the cells of one row, in whole numbers only.
///
/// Every instant lands in exactly one column; the cells of a row are the columns from 0 up to
/// ``width``. A floating-point mapping once painted the today marker twice, so there is none here.
public struct TimeScale: Hashable, Sendable {
  /// The first instant of column 0.
  public var origin: Timestamp
  /// How much time one cell stands for.
  public var zoom: TimeZoom
  /// How many cells the row has.
  public var width: Int

  /// Creates a scale; a negative width becomes zero.
  public init(origin: Timestamp, zoom: TimeZoom, width: Int) {
    (self.origin, self.zoom, self.width) = (origin, zoom, max(0, width))
  }

  /// Creates a scale that shows an instant in a column; without one, two fifths from the left.
  public init(showing instant: Timestamp, at column: Int? = nil, zoom: TimeZoom, width: Int) {
    let aligned = instant.milliseconds.floored(to: zoom.milliseconds)
    let column = column ?? Self.usualColumn(width)
    let offset = zoom.milliseconds.multipliedClamped(by: Int64(column))
    self.init(
      origin: Timestamp(milliseconds: aligned.subtractedClamped(offset)), zoom: zoom, width: width)
  }

  /// The column in which a row of a width shows the present: more future than past.
  static func usualColumn(_ width: Int) -> Int { max(0, width) * 2 / 5 }

  /// The column of an instant; negative or beyond the width when it lies outside the row.
  public func column(of instant: Timestamp) -> Int {
    let distance = instant.milliseconds.subtractedClamped(origin.milliseconds)
    return Int(distance.quotientFloored(by: zoom.milliseconds))
  }

  /// The cell of an instant, or `nil` when it lies outside the row.
  public func cell(of instant: Timestamp) -> Int? {
    let column = column(of: instant)
    return (0..<width).contains(column) ? column : nil
  }

  /// The first instant of a column.
  public func start(ofColumn column: Int) -> Timestamp {
    Timestamp(
      milliseconds: origin.milliseconds.addedClamped(
        zoom.milliseconds.multipliedClamped(by: Int64(column))))
  }

  /// The instant after the last one of the row.
  public var end: Timestamp { start(ofColumn: width) }

  /// The time that a span and a column share, in milliseconds.
  func overlap(from: Timestamp, to: Timestamp, column: Int) -> Int64 {
    let left = max(from.milliseconds, start(ofColumn: column).milliseconds)
    let right = min(to.milliseconds, start(ofColumn: column + 1).milliseconds)
    return max(0, right.subtractedClamped(left))
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  func quotientFloored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// The greatest multiple of a positive step that is not above the number, or the number itself
  /// where that multiple does not fit.
  func floored(to step: Int64) -> Int64 {
    quotientFloored(by: step).multipliedClamped(by: step)
  }

  func multipliedClamped(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? ((self < 0) == (factor < 0) ? .max : .min) : product
  }

  func addedClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : sum
  }

  func subtractedClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }
}
