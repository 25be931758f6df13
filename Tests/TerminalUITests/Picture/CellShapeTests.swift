import Testing

@testable import TerminalUI

@Suite struct CellShapeTests {
  private static let cell = Rect(x: 0, y: 0, width: CellShape.width, height: CellShape.height)
  private static let drawn: [Unicode.Scalar] =
    (0x2500...0x28FF).compactMap { Unicode.Scalar($0 as UInt32) }.filter { CellShape($0) != nil }

  /// Paints a shape into a grid of units.
  private static func units(_ scalar: Unicode.Scalar) -> Set<Point> {
    Set(
      (CellShape(scalar)?.rects ?? []).flatMap { rect in
        (rect.y..<rect.bottom).flatMap { y in (rect.x..<rect.right).map { Point(x: $0, y: y) } }
      })
  }

  @Test func `no shape leaves its cell`() {
    #expect(Self.drawn.count > 300)
    for scalar in Self.drawn {
      for rect in CellShape(scalar)?.rects ?? [] {
        #expect(rect.intersection(Self.cell) == rect && !rect.isEmpty, "U+\(scalar.value)")
      }
    }
  }

  @Test(arguments: [
    ("─", "LR"), ("│", "TB"), ("┌", "RB"), ("┐", "LB"), ("└", "TR"), ("┘", "TL"), ("├", "TBR"),
    ("┤", "TBL"), ("┬", "LRB"), ("┴", "LRT"), ("┼", "LRTB"), ("━", "LR"), ("┃", "TB"),
    ("╋", "LRTB"), ("┏", "RB"), ("═", "LR"), ("║", "TB"),
  ])
  func `a line reaches the sides that it goes to, and no other`(sign: String, sides: String) {
    let units = Self.units(sign.unicodeScalars.first ?? " ")
    let reached = [
      ("L", units.contains { $0.x == 0 }), ("R", units.contains { $0.x == CellShape.width - 1 }),
      ("T", units.contains { $0.y == 0 }), ("B", units.contains { $0.y == CellShape.height - 1 }),
    ]
    #expect(Set(reached.filter(\.1).map(\.0)) == Set(sides.map(String.init)))
  }

  @Test func `blocks of eighths grow from one edge to the whole cell`() {
    let rows = (0x2581...0x2588).compactMap { Unicode.Scalar($0 as UInt32) }.map(Self.units)
    let columns = (0x2588...0x258F).reversed().compactMap { Unicode.Scalar($0 as UInt32) }
      .map(Self.units)
    for blocks in [rows, columns] {
      #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.isStrictSubset(of: $1) })
      #expect(blocks.last?.count == CellShape.width * CellShape.height)
    }
  }

  @Test func `every pattern of Braille dots is different`() {
    let patterns = (0x2800...0x28FF).compactMap { Unicode.Scalar($0 as UInt32) }.map(Self.units)
    #expect(Set(patterns).count == 256)
    #expect(patterns[0].isEmpty && patterns[255].count == 8 * 4)
  }

  @Test func `the quarters of a block make up the whole`() {
    let quarters = ["▘", "▝", "▖", "▗"].map { Self.units($0.unicodeScalars.first ?? " ") }
    #expect(quarters.reduce(0) { $0 + $1.count } == CellShape.width * CellShape.height)
    #expect(quarters.reduce(Set()) { $0.union($1) } == Self.units("█"))
    #expect(Self.units("▚") == quarters[0].union(quarters[3]))
    #expect(Self.units("▞") == quarters[1].union(quarters[2]))
    #expect(Self.units("▙") == quarters[0].union(quarters[2]).union(quarters[3]))
  }
}
