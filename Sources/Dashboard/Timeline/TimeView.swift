import SubscriptionCore

/// The time that a row of cells shows, as the user turned it.
///
/// One instant, the anchor, keeps its column; moving shifts the column, zooming leaves both
/// alone, so that zooming in and out again shows the same cells.
public struct TimeView: Hashable, Sendable {
  /// The time that one cell covers; `nil` for what suits the row.
  public var zoom: TimeZoom?
  /// The instant that zooming leaves in its column; `nil` for the present.
  public var anchor: Timestamp?
  /// The number of columns of the anchor to the right of its default one, two fifths from
  /// the left.
  public var shift = 0

  /// Creates a view of what suits the row.
  public init() {}

  /// Creates a view around the present at a zoom; `nil` for what suits the row.
  init(zoomedTo zoom: TimeZoom?) { self.zoom = zoom }

  /// A Boolean value that indicates whether nothing was turned.
  public var isUntouched: Bool { self == TimeView() }

  /// The scale of a row of so many cells, at the standard zoom where none was chosen.
  public func scale(
    now: Timestamp, width: Int, standard: TimeZoom, in zone: DisplayZone = .utc
  ) -> TimeScale {
    TimeScale(
      showing: anchor ?? now, at: TimeScale.usualColumn(width) + shift, zoom: zoom ?? standard,
      width: width, in: zone)
  }

  /// Turns the axis that a row shows.
  mutating func turn(_ turn: TimeTurn, on shown: TimeScale, now: Timestamp, step: Int = 4) {
    switch turn {
    case .fit: self = TimeView()
    case .today: self = TimeView(zoom: shown.zoom)
    case .earlier, .later:
      hold(shown, now: now)
      shift = max(-10_000, min(10_000, shift + (turn == .earlier ? step : -step)))
    case .zoomIn, .zoomOut:
      hold(shown, now: now)
      if shown.cell(of: anchor ?? now) == nil {
        anchor = shown.start(ofColumn: shown.width / 2)
        shift = shown.width / 2 - TimeScale.usualColumn(shown.width)
      }
      zoom = turn == .zoomIn ? shown.zoom.finer : shown.zoom.coarser
    }
  }

  private init(zoom: TimeZoom) { self.zoom = zoom }

  /// Fixes the zoom and the place of the axis on screen.
  private mutating func hold(_ shown: TimeScale, now: Timestamp) {
    zoom = shown.zoom
    let column = max(-20_000, min(20_000, shown.column(of: anchor ?? now)))
    shift = column - TimeScale.usualColumn(shown.width)
  }
}
