import TerminalUI
import Testing

/// The measures themselves, held to figures published with them.
@Suite struct ColorVisionTests {
  @Test(
    arguments: [
      // The first colour, the second, their distance by CIEDE2000.
      (0xFFFFFF, 0x000000, 100.0), (0xFF0000, 0xFF0000, 0), (0xFF0000, 0x00FF00, 86.6),
      (0x0000FF, 0x00FF00, 83.2),
    ] as [(UInt32, UInt32, Double)])
  func `distances are those of the standard`(
    left: UInt32, right: UInt32, distance: Double
  ) throws {
    let found = try #require(ColorVision.usual.distance(.rgb(left), .rgb(right)))
    #expect(abs(found - distance) < 0.2, "\(found)")
  }

  @Test(arguments: [ColorVision.protan, .deutan])
  func `red and green come together where cones are missing`(sight: ColorVision) throws {
    let (red, green) = (Color.rgb(0xB03030), Color.rgb(0x607020))
    let usual = try #require(ColorVision.usual.distance(red, green))
    let seen = try #require(sight.distance(red, green))
    #expect(seen < usual / 2, "\(seen) of \(usual)")
  }

  @Test func `blue and green come together for tritans, red and green do not`() throws {
    let blue = try #require(ColorVision.tritan.distance(.rgb(0x0080C0), .rgb(0x009080)))
    let red = try #require(ColorVision.tritan.distance(.rgb(0xFF0000), .rgb(0x00FF00)))
    #expect(blue < 10 && red > 40, "\(blue) \(red)")
  }

  @Test func `contrast goes from 1 to 21`() throws {
    let most = try #require(Color.rgb(0).contrast(with: .rgb(0xFF_FFFF)))
    #expect(abs(most - 21) < 0.01)
    #expect(Color.rgb(0x090909).contrast(with: .rgb(0x090909)) == 1)
  }

  @Test(arguments: [Color.terminal, .indexed(9)])
  func `what users set in their terminal is not measured`(own: Color) {
    #expect(own.contrast(with: .rgb(0)) == nil)
    #expect(ColorVision.usual.distance(own, .rgb(0)) == nil)
    #expect(Color.indexed(81).contrast(with: .rgb(0)) != nil)
  }
}
