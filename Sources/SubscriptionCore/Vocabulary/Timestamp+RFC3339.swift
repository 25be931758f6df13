/// RFC 3339 text (<https://www.rfc-editor.org/rfc/rfc3339>), the format of instants in all output.
extension Timestamp {
  /// The instant as RFC 3339 in UTC with `Z`; fractional seconds only when they are not zero.
  public var rfc3339: String {
    let date = CivilDate(self)
    let inDay = milliseconds - date.start.milliseconds
    var text = ""
    text.reserveCapacity(24)
    text.append(padded(date.year, 4))
    text.append("-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T")
    text.append(padded(Int(inDay / 3_600_000), 2) + ":")
    text.append(padded(Int(inDay / 60_000 % 60), 2) + ":")
    text.append(padded(Int(inDay / 1000 % 60), 2))
    let fraction = Int(inDay % 1000)
    if fraction != 0 {
      var digits = padded(fraction, 3)
      while digits.hasSuffix("0") { digits.removeLast() }
      text.append("." + digits)
    }
    text.append("Z")
    return text
  }

  /// Parses an RFC 3339 date-time, or a bare date (midnight UTC).
  ///
  /// Zero to nine fractional digits are accepted, as Google sends them; digits finer than a
  /// millisecond are cut off. A leap second counts as the next second. Returns `nil` for anything
  /// else, including a date that does not exist and a year outside 1 to 9999 in UTC.
  public init?(rfc3339 text: some StringProtocol) {
    var scanner = DigitScanner(bytes: Array(text.utf8))
    guard let year = scanner.digits(4), (1...9999).contains(year), scanner.take("-"),
      let month = scanner.digits(2), (1...12).contains(month), scanner.take("-"),
      let day = scanner.digits(2), day >= 1, day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    let midnight = CivilDate(year: year, month: month, day: day).start
    if scanner.isAtEnd {
      self = midnight
      return
    }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.digits(2), hour <= 23, scanner.take(":"),
      let minute = scanner.digits(2), minute <= 59, scanner.take(":"),
      let second = scanner.digits(2), second <= 60,
      let fraction = scanner.fraction(), let offset = scanner.offsetMinutes(), scanner.isAtEnd
    else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + second
    self.init(milliseconds: midnight.milliseconds + Int64(seconds) * 1000 + Int64(fraction))
    // An offset may lead out of these years: into text that nothing reads again.
    guard self >= .distantPast, self <= .distantFuture else { return nil }
  }
}

/// Returns a number in decimal digits, padded with leading zeros to a width.
func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (value < 0 ? "-" : "") + zeros + digits
}

/// A scanner of fixed-width ASCII digits, from left to right.
private struct DigitScanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    position += count
    return value
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(character.value) else { return false }
    position += 1
    return true
  }

  /// Returns the milliseconds of an optional fraction of up to nine digits; `nil` if it is
  /// malformed.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var (value, count) = (0, 0)
    while let digit = digits(1) {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    return count == 1 ? value * 100 : count == 2 ? value * 10 : value
  }

  mutating func offsetMinutes() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = digits(2), hours <= 23, take(":"),
      let minutes = digits(2), minutes <= 59
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
