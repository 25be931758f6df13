extension InstantText {
  /// Parses an instant in the future: a length of time from now on, such as `5d`, `36h` or `1d12h`,
  /// or a date with or without a time of day.
  ///
  /// - Parameters:
  ///   - text: The typed text, without white space around it.
  ///   - now: The present.
  ///   - zone: The zone of a time that names none.
  /// - Returns: The instant, later than the present.
  /// - Throws: ``InstantTextError`` for any other text and for an instant in the past.
  public static func later(
    _ text: String, now: Timestamp, in zone: DisplayZone = .utc
  ) throws(InstantTextError) -> Timestamp {
    guard let instant = instant(text, now: now, in: zone) ?? instant("+" + text, now: now) else {
      throw fault(in: Array(text.unicodeScalars))
    }
    guard instant > now else {
      throw InstantTextError(offset: 0, text: "that is over; write a length from now, such as 5d")
    }
    return instant
  }

  private static func fault(in scalars: [Unicode.Scalar]) -> InstantTextError {
    let beginsAsDate = scalars.count > 4 && scalars[..<4].allSatisfy(isDigit) && scalars[4] == "-"
    return beginsAsDate ? dateFault(in: scalars) : lengthFault(in: scalars)
  }

  /// Returns the error for the first character or number that cannot be part of a date.
  private static func dateFault(in scalars: [Unicode.Scalar]) -> InstantTextError {
    func number(_ start: Int, _ count: Int = 2) -> Int {
      scalars[start..<start + count].reduce(0) { $0 * 10 + Int($1.value) - 48 }
    }
    for (place, expected) in "0000-00-00 00:00".unicodeScalars.enumerated() {
      guard place < scalars.count, fits(scalars[place], expected) else {
        return InstantTextError(offset: place, text: "a date is 2026-12-01, or 2026-12-01 09:00Z")
      }
      switch place {
      case 6 where !(1...12).contains(number(5)):
        return InstantTextError(offset: 5, text: "there is no month \(number(5))")
      case 9 where !(1...CivilDate.days(inMonth: number(5), of: number(0, 4))).contains(number(8)):
        return InstantTextError(offset: 8, text: "that month has no day \(number(8))")
      case 12 where number(11) > 23:
        return InstantTextError(offset: 11, text: "a day has no hour \(number(11))")
      case 15 where number(14) > 59:
        return InstantTextError(offset: 14, text: "an hour has no minute \(number(14))")
      case _: break
      }
    }
    return InstantTextError(
      offset: 16, text: "write Z after the time, or its distance from UTC such as +01:00")
  }

  /// Returns the error for the first character that cannot be part of a length of time.
  private static func lengthFault(in scalars: [Unicode.Scalar]) -> InstantTextError {
    let unit = "a number needs a unit: w, d, h, m or s"
    let form = "write a length such as 5d or 36h, or a date such as 2026-12-01"
    var hasDigits = false
    for (place, scalar) in scalars.enumerated() where !(place == 0 && scalar == "+") {
      if isDigit(scalar) {
        hasDigits = true
      } else if hasDigits, "wdhms".unicodeScalars.contains(scalar) {
        hasDigits = false
      } else {
        return InstantTextError(offset: place, text: hasDigits ? unit : form)
      }
    }
    if hasDigits { return InstantTextError(offset: scalars.count, text: unit) }
    return InstantTextError(
      offset: 0,
      text: scalars.count < 2 ? form : "a length is more than nothing and at most 1,000 years")
  }

  private static func fits(_ scalar: Unicode.Scalar, _ expected: Unicode.Scalar) -> Bool {
    switch expected {
    case "0": isDigit(scalar)
    case " ": scalar == " " || scalar == "T" || scalar == "t"
    case _: scalar == expected
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
