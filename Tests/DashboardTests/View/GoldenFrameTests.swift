import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

/// Every screen at a size of each tier, as text.
struct GoldenFrameTests {
  static let sizes = [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10), (20, 4)]
  /// In other signs a screen has the same parts in the same places, so that the largest size, which
  /// has all parts, shows all of them; marks of ASCII beside a column's name cost places of a
  /// narrow list.
  static let cases: [(Screen, Int, Int, GlyphSet)] = Screen.allCases.flatMap { screen in
    sizes.map { (screen, $0.0, $0.1, .unicode) }
      + [(screen, 160, 45, .ascii), (screen, 80, 24, .ascii), (screen, 160, 45, .narrow)]
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

  @Test func `no picture of a screen is left that no test looks at`() throws {
    let known = Self.cases.map { "\($0.0.rawValue)-\($0.1)x\($0.2)-\($0.3.rawValue)" }
    let pattern = #/(?<frame>[a-z]+-\d+x\d+-[a-z]+)(-looks)?\.txt/#
    let screens = Set(Screen.allCases.map(\.rawValue))
    var count = 0
    for name in try Golden.names() {
      guard let frame = try pattern.wholeMatch(in: name)?.output.frame,
        let screen = frame.split(separator: "-").first, screens.contains(String(screen))
      else { continue }
      #expect(known.contains(String(frame)), "\(name)")
      count += 1
    }
    #expect(count == 2 * known.count)
  }
}
