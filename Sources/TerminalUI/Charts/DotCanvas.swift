/// A grid of dots that are finer than cells.
///
/// A cell has two by four dots as a Braille pattern in ``GlyphSet/unicode``, two by two as quarters
/// of a block in ``GlyphSet/narrow``, and one in ``GlyphSet/ascii``, where a letter says which line
/// it belongs to.
struct DotCanvas {
  /// Columns and rows of cells.
  let size: Size
  /// The dots of a cell across and down.
  let grain: Size

  private let set: GlyphSet
  /// The dots of each cell that are set, row by row; the bits are those of a Braille pattern.
  private var dots: [UInt8]
  /// The lowest layer with a dot in each cell.
  private var layers: [UInt8]

  init(size: Size, set: GlyphSet) {
    (self.size, self.set) = (size, set)
    grain =
      switch set {
      case .unicode: Size(width: 2, height: 4)
      case .narrow: Size(width: 2, height: 2)
      case .ascii: Size(width: 1, height: 1)
      }
    dots = Array(repeating: 0, count: size.width * size.height)
    layers = Array(repeating: .max, count: dots.count)
  }

  /// Columns of dots.
  var width: Int { size.width * grain.width }
  /// Rows of dots.
  var height: Int { size.height * grain.height }

  /// Sets a dot of a line; one outside of the grid is ignored, and the lowest layer gives a cell
  /// its role.
  mutating func set(_ x: Int, _ y: Int, layer: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let cell = (y / grain.height) * size.width + x / grain.width
    dots[cell] |= Self.bits[x % grain.width][y % grain.height]
    layers[cell] = min(layers[cell], UInt8(clamping: layer))
  }

  /// Returns the lowest layer with a dot in a cell; `nil` for an empty cell.
  func layer(_ x: Int, _ y: Int) -> Int? {
    let layer = layers[y * size.width + x]
    return layer == .max ? nil : Int(layer)
  }

  /// Returns the character of a cell that is not empty; in ASCII, the letter.
  func sign(_ x: Int, _ y: Int, letter: Character) -> Character {
    let dots = dots[y * size.width + x]
    switch set {
    case .unicode: return Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? letter
    case .narrow: return Self.quarters[Self.quarter(of: dots)]
    case .ascii: return letter
    }
  }

  /// The bits of a Braille pattern by column and row
  /// (Unicode 16.0, table of Braille Patterns, dots 1 to 8).
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// The four upper dots of a cell as a number: upper left, upper right, lower left, lower right.
  private static func quarter(of dots: UInt8) -> Int {
    [0x01, 0x08, 0x02, 0x10].enumerated().reduce(0) { sum, bit in
      dots & bit.element == 0 ? sum : sum | 1 << bit.offset
    }
  }

  /// The quarters of a block that are East Asian neutral (EastAsianWidth.txt, Unicode 16.0); a half
  /// or a whole block, which are not, is drawn as the nearest that is.
  private static let quarters: [Character] = [
    " ", "▘", "▝", "▘", "▖", "▐", "▞", "▛", "▗", "▚", "▐", "▜", "▖", "▙", "▟", "▟",
  ]
}
