import Dashboard
import TerminalUI
import Testing

/// The Events screen of a world in which something happens, at a size of each tier that shows more
/// than the list.
struct GoldenEventsTests {
  @Test(
    arguments: [
      (160, 45, .unicode), (160, 45, .ascii), (160, 45, .narrow), (120, 36, .unicode),
      (120, 30, .unicode), (80, 24, .unicode),
    ] as [(Int, Int, GlyphSet)])
  func `rate and payload look as they were drawn before`(
    width: Int, height: Int, glyphs: GlyphSet
  ) throws {
    let frame = try TestWorld.lively().frame(.events, width, height, glyphs: glyphs)
    try Golden.check(frame.text, "lively-events-\(width)x\(height)-\(glyphs.rawValue)")
  }
}
