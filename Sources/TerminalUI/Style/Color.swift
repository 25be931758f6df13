/// A colour in a theme.
public enum Color: Hashable, Sendable {
  /// The terminal's default colour.
  case terminal
  /// One of the 256 colours of xterm; 0 to 15 are the user's own.
  case indexed(UInt8)
  /// A direct colour, as `0xRRGGBB`.
  case rgb(UInt32)

  /// The names of the sixteen colours a user can configure, in the order of their numbers.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  /// Parses `default`, one of ``names``, `#rrggbb`, or a number from 0 to 255.
  public init?(_ text: String) {
    if text == "default" {
      self = .terminal
    } else if let index = Self.names.firstIndex(of: text) {
      self = .indexed(UInt8(index))
    } else if text.hasPrefix("#"), text.utf8.count == 7,
      text.dropFirst().utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    {
      self = .rgb(value)
    } else if let index = UInt8(text) {
      self = .indexed(index)
    } else {
      return nil
    }
  }

  /// The colour in the notation of themes, which ``init(_:)`` parses.
  public var notation: String {
    switch self {
    case .terminal: return "default"
    case .indexed(let index):
      return index < Self.names.count ? Self.names[Int(index)] : String(index)
    case .rgb(let value):
      let digits = String(value & 0xFF_FFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// The colour's red, green and blue as drawn by xterm; `nil` for the terminal's default.
  public var components: (red: Int, green: Int, blue: Int)? {
    switch self {
    case .terminal: nil
    case .rgb(let value): (Int(value >> 16 & 255), Int(value >> 8 & 255), Int(value & 255))
    case .indexed(let index): Self.xterm(Int(index))
    }
  }

  /// The nearest of the 256 colours, without the sixteen that the user may have changed.
  var nearest256: Color {
    guard case .rgb = self, let own = components else { return self }
    return .indexed(UInt8(Self.nearest(to: own, in: 16..<256)))
  }

  /// The nearest of the sixteen colours.
  var nearest16: Color {
    if case .indexed(0..<16) = self { return self }
    guard let own = components else { return self }
    return .indexed(UInt8(Self.nearest(to: own, in: 0..<16)))
  }

  private static func nearest(
    to own: (red: Int, green: Int, blue: Int), in range: Range<Int>
  ) -> Int {
    var best = range.lowerBound
    var bestDistance = Int.max
    for index in range {
      let other = xterm(index)
      let (red, green, blue) = (
        own.red - other.red, own.green - other.green, own.blue - other.blue
      )
      let distance = red * red + green * green + blue * blue
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    return best
  }

  private static func xterm(_ index: Int) -> (red: Int, green: Int, blue: Int) {
    switch index {
    case 0..<16: system[index]
    case 16..<232:
      (level((index - 16) / 36), level((index - 16) / 6 % 6), level((index - 16) % 6))
    case _: (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232))
    }
  }

  private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

  private static let system: [(red: Int, green: Int, blue: Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
