import TerminalUI

/// A complete sequence that begins with `ESC [` or `ESC O`.
struct EscapeSequence {
  enum Meaning: Hashable {
    case event(TerminalEvent)
    case pasteBegins
    /// A control string begins, which no complete sequence does.
    case stringBegins
    /// A Boolean value that indicates whether the terminal supports synchronized output.
    case synchronizedOutput(Bool)
    case nothing
  }

  private let isSS3: Bool
  private let isConsole: Bool
  private let isPrivate: Bool
  private let isModeReport: Bool
  private let numbers: [Int]
  private let last: UInt8

  init(_ bytes: ArraySlice<UInt8>) {
    let body = bytes.dropFirst(2).dropLast()
    isSS3 = bytes.dropFirst().first == 0x4F
    isConsole = body.first == 0x5B
    isPrivate = body.first == UInt8(ascii: "<")
    last = bytes.last ?? 0
    isModeReport =
      last == UInt8(ascii: "y") && body.first == UInt8(ascii: "?")
      && body.last == UInt8(ascii: "$")
    let digits =
      isModeReport
      ? body.dropFirst().dropLast() : isPrivate || isConsole ? body.dropFirst() : body
    numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }

  var meaning: Meaning {
    if isModeReport {
      return SynchronizedOutput.isOffered(numbers).map(Meaning.synchronizedOutput) ?? .nothing
    }
    if isPrivate { return mouse.map { .event(.mouse($0)) } ?? .nothing }
    if isConsole { return console.map { .event(.key(KeyPress($0))) } ?? .nothing }
    if !isSS3 {
      switch (last, numbers.first ?? 0) {
      case (UInt8(ascii: "I"), _): return .event(.focus(true))
      case (UInt8(ascii: "O"), _): return .event(.focus(false))
      case (UInt8(ascii: "~"), 200): return .pasteBegins
      case _: break
      }
    }
    guard let key = last == UInt8(ascii: "~") ? numbered : lettered else { return .nothing }
    // A second number is one more than a bit set, in which 2 is alt.
    let alt = numbers.count > 1 && numbers[1] > 0 && (numbers[1] - 1) & 2 != 0
    return .event(.key(KeyPress(key, alt: alt)))
  }

  private var lettered: Key? {
    switch last {
    case UInt8(ascii: "A"): .named(.up)
    case UInt8(ascii: "B"): .named(.down)
    case UInt8(ascii: "C"): .named(.right)
    case UInt8(ascii: "D"): .named(.left)
    case UInt8(ascii: "F"): .named(.end)
    case UInt8(ascii: "H"): .named(.home)
    case UInt8(ascii: "M") where isSS3: .named(.enter)
    case UInt8(ascii: "Z"): .named(.backTab)
    // With a larger number it is a report, such as the cursor's place.
    case UInt8(ascii: "P")...UInt8(ascii: "S") where isSS3 || numbers.first ?? 0 < 2:
      .function(Int(last - UInt8(ascii: "P")) + 1)
    case _: nil
    }
  }

  private var numbered: Key? {
    switch numbers.first ?? 0 {
    case 1, 7: .named(.home)
    case 2: .named(.insert)
    case 3: .named(.delete)
    case 4, 8: .named(.end)
    case 5: .named(.pageUp)
    case 6: .named(.pageDown)
    case let number where (11...15).contains(number): .function(number - 10)
    case let number where (17...21).contains(number): .function(number - 11)
    case 23, 24: .function((numbers.first ?? 0) - 12)
    case _: nil
    }
  }

  private var console: Key? {
    (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(last)
      ? .function(Int(last - UInt8(ascii: "A")) + 1) : nil
  }

  /// The report of mode 1006: buttons, column, row, counted from 1.
  private var mouse: MouseEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let point = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    let isRelease = last == UInt8(ascii: "m")
    switch numbers[0] & 0b1110_0011 {
    case 0: return MouseEvent(isRelease ? .release : .press, at: point)
    case 32: return MouseEvent(.drag, at: point)
    case 64: return MouseEvent(.wheelUp, at: point)
    case 65: return MouseEvent(.wheelDown, at: point)
    case _: return nil
    }
  }
}
