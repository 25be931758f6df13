/// A parser for the numbers of JSON, without floating point.
public enum JSONNumber {
  /// Returns the largest integer that is not above the number; `nil` for anything that is not a
  /// decimal number or does not fit.
  public static func floor(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    if let number = plain(text) { return number }
    var index = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    var digits: [UInt8] = []
    var whole = 0
    while index < text.count, text[index] &- 48 < 10 {
      digits.append(text[index] - 48)
      index += 1
    }
    whole = digits.count
    guard whole > 0 else { return nil }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      while index < text.count, text[index] &- 48 < 10 {
        digits.append(text[index] - 48)
        index += 1
      }
      guard digits.count > whole else { return nil }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      let exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self))
      guard let exponent, (-400...400).contains(exponent) else { return nil }
      whole += exponent
      index = text.count
    }
    guard index == text.count else { return nil }
    return integer(digits, whole: whole, isNegative: isNegative)
  }

  /// Returns the value of one to eighteen digits and nothing else, the usual case.
  private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard (1...18).contains(text.count) else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard byte &- 48 < 10 else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }

  /// Returns the value of digits, the first `whole` of which precede the point, rounded down.
  private static func integer(_ digits: [UInt8], whole: Int, isNegative: Bool) -> Int64? {
    var value: Int64 = 0
    for place in 0..<max(0, whole) {
      let digit = Int64(place < digits.count ? digits[place] : 0)
      let (scaled, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) =
        isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      if first || second { return nil }
      value = sum
    }
    let cutsOff = digits.dropFirst(max(0, whole)).contains { $0 != 0 }
    guard isNegative, cutsOff else { return value }
    return value == .min ? nil : value - 1
  }
}
