/// A part of every day without prompts, for example 22:00 to 08:00.
public struct QuietHours: Hashable, Sendable {
  /// The first quiet minute of the day, 0 to 1439.
  public var from: Int
  /// The first minute after the quiet hours, 0 to 1439; equal to ``from`` for none.
  public var to: Int
  /// The offset from UTC by which the hours are read, the same for all users.
  public var utcOffset: Duration

  /// Creates quiet hours; minutes outside the day wrap around.
  public init(from: Int, to: Int, utcOffset: Duration = .zero) {
    self.from = Int(QuietHours.intoDay(Int64(from), 1440))
    self.to = Int(QuietHours.intoDay(Int64(to), 1440))
    self.utcOffset = utcOffset
  }

  /// Returns the end of the quiet hours around an instant; `nil` if the instant is not in them.
  public func end(around instant: Timestamp) -> Timestamp? {
    guard from != to else { return nil }
    let shift = utcOffset.wholeMilliseconds
    let (start, length) = (Int64(from) * 60_000, span)
    let since = QuietHours.intoDay(instant.milliseconds + shift - start, 86_400_000)
    guard since < length else { return nil }
    return Timestamp(milliseconds: instant.milliseconds + length - since)
  }

  /// Returns the beginning of the next quiet hours after an instant.
  func nextStart(after instant: Timestamp) -> Timestamp? {
    guard from != to else { return nil }
    let shift = utcOffset.wholeMilliseconds
    let since = QuietHours.intoDay(
      instant.milliseconds + shift - Int64(from) * 60_000, 86_400_000)
    return Timestamp(milliseconds: instant.milliseconds + 86_400_000 - since)
  }

  /// The length of the quiet hours in milliseconds.
  private var span: Int64 { QuietHours.intoDay(Int64(to - from), 1440) * 60_000 }

  private static func intoDay(_ value: Int64, _ day: Int64) -> Int64 {
    value - value.floored(to: day)
  }
}

extension QuietHours: Codable {
  /// Decodes `{"from": "22:00", "to": "08:00", "utcOffset": "1h"}`; the offset is optional.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PromptPolicyKey.self)
    func minute(_ key: PromptPolicyKey) throws -> Int {
      let text = try fields.decode(String.self, forKey: key)
      guard let minute = QuietHours.minute(text) else {
        throw fields.problem(key, "write a time of day such as 22:00, not \(text)")
      }
      return minute
    }
    let offset = try fields.duration(.utcOffset, least: .hours(-14)) ?? .zero
    guard offset <= .hours(14) else {
      throw fields.problem(.utcOffset, "write an offset from -14h to 14h")
    }
    self.init(from: try minute(.from), to: try minute(.to), utcOffset: offset)
  }

  /// Encodes quiet hours in the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PromptPolicyKey.self)
    try fields.encode(QuietHours.clock(from), forKey: .from)
    try fields.encode(QuietHours.clock(to), forKey: .to)
    if utcOffset != .zero { try fields.encodeDuration(utcOffset, .utcOffset) }
  }

  /// Returns a minute of the day in the form `22:00`.
  static func clock(_ minute: Int) -> String {
    padded(minute / 60, 2) + ":" + padded(minute % 60, 2)
  }

  private static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    let value = hour * 60 + minute
    // Int(_:) reads signs and any number of digits as well.
    return clock(value) == text ? value : nil
  }
}
