/// The lines, blocks and dots of one cell as rectangles, which join without gaps in every font.
///
/// Coordinates are those of a cell nine units wide and nineteen high, so that a thin line has whole
/// units on both sides.
struct CellShape: Hashable {
  /// The columns of units of a cell.
  static let width = 9
  /// The rows of units of a cell.
  static let height = 19

  /// The rectangles.
  var rects: [Rect]
  /// The share of the colour in eighths; 8 for all of it.
  var eighths = 8

  /// Creates the shape of a character; `nil` for one that a font draws.
  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x2500...0x257F:
      guard let rects = Self.box(value) else { return nil }
      self.rects = rects
    case 0x2580...0x259F: (rects, eighths) = Self.block(value)
    case 0x2800...0x28FF: rects = Self.braille(value)
    case _: return nil
    }
  }

  // MARK: Lines

  /// The weights of the lines from the centre to the left, right, top and bottom: 0 for none, 1 for
  /// a thin line, 3 for a thick one.
  private static func arms(_ value: UInt32) -> (Int, Int, Int, Int)? {
    switch value {
    case 0x2500: (1, 1, 0, 0)
    case 0x2501: (3, 3, 0, 0)
    case 0x2502: (0, 0, 1, 1)
    case 0x2503: (0, 0, 3, 3)
    case 0x250C: (0, 1, 0, 1)
    case 0x250F: (0, 3, 0, 3)
    case 0x2510: (1, 0, 0, 1)
    case 0x2513: (3, 0, 0, 3)
    case 0x2514: (0, 1, 1, 0)
    case 0x2517: (0, 3, 3, 0)
    case 0x2518: (1, 0, 1, 0)
    case 0x251B: (3, 0, 3, 0)
    case 0x251C: (0, 1, 1, 1)
    case 0x2523: (0, 3, 3, 3)
    case 0x2524: (1, 0, 1, 1)
    case 0x252B: (3, 0, 3, 3)
    case 0x252C: (1, 1, 0, 1)
    case 0x2533: (3, 3, 0, 3)
    case 0x2534: (1, 1, 1, 0)
    case 0x253B: (3, 3, 3, 0)
    case 0x253C: (1, 1, 1, 1)
    case 0x254B: (3, 3, 3, 3)
    case _: nil
    }
  }

  private static func box(_ value: UInt32) -> [Rect]? {
    if let (left, right, top, bottom) = arms(value) {
      return [
        Rect(x: 0, y: 9 - left / 2, width: left > 0 ? 5 + left / 2 : 0, height: left),
        Rect(
          x: 4 - right / 2, y: 9 - right / 2, width: right > 0 ? 5 + right / 2 : 0, height: right),
        Rect(x: 4 - top / 2, y: 0, width: top, height: top > 0 ? 10 + top / 2 : 0),
        Rect(
          x: 4 - bottom / 2, y: 9 - bottom / 2, width: bottom,
          height: bottom > 0 ? 10 + bottom / 2 : 0),
      ].filter { !$0.isEmpty }
    }
    switch value {
    case 0x2550: return [7, 11].map { Rect(x: 0, y: $0, width: width, height: 1) }
    case 0x2551: return [2, 6].map { Rect(x: $0, y: 0, width: 1, height: height) }
    case _: return dashes(value)
    }
  }

  /// Returns the dashes of a broken line: two, three or four in a cell.
  private static func dashes(_ value: UInt32) -> [Rect]? {
    let (count, weight, isUpright): (Int, Int, Bool)
    switch value {
    case 0x2504...0x250B:
      count = value < 0x2508 ? 3 : 4
      (weight, isUpright) = (value % 2 == 0 ? 1 : 3, value % 4 >= 2)
    case 0x254C...0x254F: (count, weight, isUpright) = (2, value % 2 == 0 ? 1 : 3, value >= 0x254E)
    case _: return nil
    }
    let room = isUpright ? height : width
    return (0..<count).map { place in
      let (start, end) = (room * place / count, room * (place + 1) / count)
      let length = max(1, (end - start) * 2 / 3)
      return isUpright
        ? Rect(x: 4 - weight / 2, y: start, width: weight, height: length)
        : Rect(x: start, y: 9 - weight / 2, width: length, height: weight)
    }
  }

  // MARK: Blocks

  private static func block(_ value: UInt32) -> ([Rect], Int) {
    func columns(_ range: Range<Int>) -> [Rect] {
      [Rect(x: range.lowerBound, y: 0, width: range.count, height: height)]
    }
    func rows(_ range: Range<Int>) -> [Rect] {
      [Rect(x: 0, y: range.lowerBound, width: width, height: range.count)]
    }
    let step = Int(value) - 0x2580
    switch value {
    case 0x2580: return (rows(0..<height / 2), 8)
    case 0x2581...0x2588: return (rows(height - (height * step + 4) / 8..<height), 8)
    case 0x2589...0x258F: return (columns(0..<(width * (16 - step) + 4) / 8), 8)
    case 0x2590: return (columns(width / 2..<width), 8)
    case 0x2591...0x2593: return (rows(0..<height), [2, 4, 6][step - 0x11])
    case 0x2594: return (rows(0..<2), 8)
    case 0x2595: return (columns(width - 1..<width), 8)
    case _: return (quadrants(step - 0x16), 8)
    }
  }

  /// The quarters of U+2596 to U+259F: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
  private static let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  private static func quadrants(_ index: Int) -> [Rect] {
    let (middle, half) = (width / 2, height / 2)
    let all = [
      Rect(x: 0, y: 0, width: middle, height: half),
      Rect(x: middle, y: 0, width: width - middle, height: half),
      Rect(x: 0, y: half, width: middle, height: height - half),
      Rect(x: middle, y: half, width: width - middle, height: height - half),
    ]
    return all.indices.filter { quarters[index] >> $0 & 1 == 1 }.map { all[$0] }
  }

  // MARK: Dots

  /// Returns the dots of a Braille pattern, whose bits go down the left column, down the right one,
  /// and along the bottom row.
  private static func braille(_ value: UInt32) -> [Rect] {
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    let rows = [2, 6, 11, 16]
    return places.indices.filter { value >> $0 & 1 == 1 }.map { index in
      Rect(x: places[index].0 == 0 ? 2 : 6, y: rows[places[index].1], width: 2, height: 2)
    }
  }
}
