import Dashboard
import TerminalUI
import Testing

/// The Events screen of a world in which something happens, at a size of each tier that shows more
/// than the list.
struct GoldenEventsTests {
  @Test(arguments: [(160, 45), (120, 36), (120, 30), (80, 24)], GlyphSet.allCases)
  func `rate and payload look as they were drawn before`(
    _ size: (Int, Int), _ glyphs: GlyphSet
  ) throws {
    let (width, height) = size
    let frame = try TestWorld.lively().frame(.events, width, height, glyphs: glyphs)
    try Golden.check(frame.text, "lively-events-\(width)x\(height)-\(glyphs.rawValue)")
  }
}
