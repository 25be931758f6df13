import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

/// Every screen at a size of each tier in every set of signs, as text.
struct GoldenFrameTests {
  static let sizes = [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10), (20, 4)]
  static let cases: [(Screen, Int, Int, GlyphSet)] = Screen.allCases.flatMap { screen in
    sizes.flatMap { width, height in
      GlyphSet.allCases.map { (screen, width, height, $0) }
    }
  }

  @Test(arguments: cases)
  func `a screen looks as it was drawn before`(
    _ picture: (Screen, Int, Int, GlyphSet)
  ) throws {
    let (screen, width, height, glyphs) = picture
    let world = try TestWorld.usual()
    let frame = try world.frame(
      screen, width, height, glyphs: glyphs, subscription: "as_2000000900000002")
    try Golden.check(
      frame.text, "\(screen.rawValue)-\(width)x\(height)-\(glyphs.rawValue)")
  }
}
