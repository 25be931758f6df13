import SubscriptionCore

/// A parser for the one form of RFC 3339 that Google writes, without creating a string.
enum RFC3339Bytes {
  /// Parses `YYYY-MM-DDThh:mm:ss`, up to nine fractional digits and `Z`; `nil` for any other form,
  /// which `Timestamp` may still parse.
  static func utc(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      text[text.count - 1] == UInt8(ascii: "Z"),
      let century = pair(text, 0), let year = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8), let hour = pair(text, 11), let minute = pair(text, 14),
      let second = pair(text, 17), century > 0, (1...12).contains(month), day >= 1,
      hour < 24, minute < 60, second < 60
    else { return nil }
    let date = CivilDate(year: century * 100 + year, month: month, day: day)
    guard day <= CivilDate.days(inMonth: month, of: date.year) else { return nil }
    var milliseconds = 0
    if text.count > 20 {
      guard text[19] == UInt8(ascii: "."), (22...30).contains(text.count) else { return nil }
      for place in 20..<text.count - 1 {
        guard text[place] &- 48 < 10 else { return nil }
        if place < 23 { milliseconds = milliseconds * 10 + Int(text[place] - 48) }
      }
      for _ in 0..<max(0, 24 - text.count) { milliseconds *= 10 }
    }
    let seconds = (hour * 60 + minute) * 60 + second
    return Timestamp(milliseconds: date.start.milliseconds + Int64(seconds * 1000 + milliseconds))
  }

  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    let (tens, ones) = (text[at] &- 48, text[at + 1] &- 48)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
