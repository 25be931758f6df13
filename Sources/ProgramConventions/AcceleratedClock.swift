import Foundation
import SubscriptionCore

/// A clock that begins in the past, runs fast until it reaches the present, and is exact from then
/// on.
///
/// `churntopd simulate` stores the clock of its fake stores beside the ledger that they fill, so
/// that `churntop` has the same present; by the system clock everything would be a day old.
public struct AcceleratedClock: Hashable, Sendable {
  /// The time at which it begins.
  public let start: Timestamp
  /// The time of the system clock when it began.
  public let began: Timestamp
  /// The ratio of its speed to the system clock's.
  public let speed: Int64

  /// Creates a clock.
  public init(start: Timestamp, began: Timestamp, speed: Int64) {
    (self.start, self.began, self.speed) = (start, began, speed)
  }

  /// Returns its time at an instant of the system clock.
  public func shows(at now: Timestamp) -> Timestamp {
    let passed = (now - began).wholeMilliseconds
    let (scaled, overflow) = passed.multipliedReportingOverflow(by: speed)
    return overflow ? now : min(now, start + .milliseconds(scaled))
  }

  // MARK: The file beside a ledger

  /// The suffix of the file beside a ledger.
  public static let suffix = ".clock"

  /// Reads the clock beside a ledger; `nil` if there is none, as beside every ledger but that of a
  /// simulation.
  public init?(beside ledger: String) {
    guard let bytes = FileManager.default.contents(atPath: ledger + Self.suffix) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let start = Timestamp(rfc3339: words[0]),
      let began = Timestamp(rfc3339: words[1]), let speed = Int64(words[2]), speed > 0
    else { return nil }
    self.init(start: start, began: began, speed: speed)
  }

  /// Stores the clock beside a ledger.
  public func write(beside ledger: String) throws(PrivateFile.NotWritten) {
    try PrivateFile.replace(
      ledger + Self.suffix, with: "\(start.rfc3339) \(began.rfc3339) \(speed)\n")
  }
}
