/// A time zone for display and input, as a table of offsets from UTC.
///
/// Stored data has no zone; a zone only decides the text of an instant and the meaning of a typed
/// time without one. The offsets come from outside as a table, so that formatting a date needs no
/// calendar: two divisions and a search among a few hundred changes.
public struct DisplayZone: Hashable, Sendable {
  /// A change of the offset, as at the beginning and the end of summer time.
  public struct Change: Hashable, Sendable {
    /// The first instant of the new offset.
    public var at: Timestamp
    /// The new offset from UTC, positive to the east.
    public var offset: Duration

    /// Creates a change.
    public init(at: Timestamp, to offset: Duration) { (self.at, self.offset) = (at, offset) }
  }

  /// The name in the tz database, such as `Europe/Berlin`, or `UTC`.
  public let name: String
  /// The offset before the first change, in milliseconds.
  private let first: Int64
  /// The instants of the changes in milliseconds, ascending.
  private let instants: [Int64]
  /// The offset from each of the changes on, in milliseconds.
  private let offsets: [Int64]
  /// A Boolean value that indicates whether times in the zone are written with `Z`.
  public let isUTC: Bool

  /// Coordinated universal time, written with `Z`.
  public static let utc = DisplayZone(name: "UTC", offset: .zero)

  /// Creates a zone of the name that is shown, `UTC` only for UTC itself, the offset before the
  /// first change, and the changes in any order.
  public init(name: String, offset: Duration, changes: [Change] = []) {
    self.name = name
    first = offset.wholeMilliseconds
    let sorted = changes.sorted { $0.at < $1.at }
    instants = sorted.map(\.at.milliseconds)
    offsets = sorted.map(\.offset.wholeMilliseconds)
    isUTC = name == "UTC"
  }

  /// The last part of the name, such as `Berlin` or `Los Angeles`.
  public var place: String {
    let last = name.split(separator: "/").last ?? name[...]
    return String(last.map { $0 == "_" ? " " : $0 })
  }

  /// The offset from UTC in force at an instant, positive to the east.
  ///
  /// - Complexity: O(log *n*) for *n* changes.
  public func offset(at instant: Timestamp) -> Duration { .milliseconds(shift(at: instant)) }

  /// Returns the instant whose UTC date and time are the zone's date and time at another instant.
  ///
  /// - Complexity: O(log *n*) for *n* changes.
  public func wallClock(_ instant: Timestamp) -> Timestamp {
    Timestamp(milliseconds: clamped(instant) + shift(at: instant))
  }

  /// Returns the day of the zone's calendar on which an instant falls.
  public func date(_ instant: Timestamp) -> CivilDate { CivilDate(wallClock(instant)) }

  /// Returns the instant at which the zone's clocks show a date and time, given as if it were UTC.
  ///
  /// If a change skips the time, it is the instant of the change; if a change repeats the time, it
  /// is the earlier instant.
  ///
  /// - Complexity: O(log *n*) for *n* changes.
  public func instant(ofWallClock wall: Timestamp) -> Timestamp {
    let wall = Timestamp(milliseconds: clamped(wall))
    let before = shift(at: wall - Self.widest)
    let after = shift(at: wall + Self.widest)
    let candidates = [before, after].map { Timestamp(milliseconds: wall.milliseconds - $0) }
      .sorted()
    if let found = candidates.first(where: { wallClock($0) == wall }) { return found }
    let gap = instants.first { $0 > candidates[0].milliseconds }
    return gap.map(Timestamp.init(milliseconds:)) ?? candidates[0]
  }

  /// Returns the first instant of a day of the zone's calendar, which need not be midnight.
  public func start(of date: CivilDate) -> Timestamp { instant(ofWallClock: date.start) }

  /// Returns the suffix of a time of day: `Z` for UTC, otherwise the offset, as `+01` or `+05:30`.
  public func suffix(at instant: Timestamp) -> String {
    guard !isUTC else { return "Z" }
    let text = longSuffix(at: instant)
    return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
  }

  /// Returns the offset as RFC 3339 writes it: `Z` for UTC, otherwise as `+01:00`.
  public func longSuffix(at instant: Timestamp) -> String {
    guard !isUTC else { return "Z" }
    let shift = shift(at: instant)
    let minutes = Int(shift.magnitude / 60_000)
    return (shift < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }

  /// A bound larger than any offset from UTC.
  private static let widest = Duration.hours(36)

  /// Returns the offset at an instant in milliseconds, found by bisection.
  private func shift(at instant: Timestamp) -> Int64 {
    let next = instants.partitioningIndex { $0 > instant.milliseconds }
    return next == 0 ? first : offsets[next - 1]
  }

  private func clamped(_ instant: Timestamp) -> Int64 {
    min(max(instant, .distantPast), .distantFuture).milliseconds
  }
}
