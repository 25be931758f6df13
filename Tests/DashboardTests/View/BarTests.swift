import EventLedger
import ShippedThemes
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Bars, sparklines and timelines are seen in every theme, with and without colour, and on the row
/// under the cursor: never in reverse, where a full block is a hole in what is around it.
struct BarTests {
  static let themes: [Theme] = {
    guard let files = try? ShippedThemes.files() else { return [] }
    let catalog = ThemeCatalog(
      files: files, roles: DashboardAppearance.roles, glyphs: DashboardAppearance.glyphs)
    return files.keys.sorted().compactMap { catalog.theme(named: $0)?.theme } + [.plain]
  }()

  private static func isBlock(_ cell: Cell) -> Bool {
    cell.text.unicodeScalars.first.map { (0x2580...0x259F).contains($0.value) } ?? false
  }

  @Test func `there is a theme of each name`() {
    #expect(Self.themes.count == ShippedThemes.texts.count + 1)
  }

  @Test(arguments: [Screen.overview, .subscribers, .due, .events, .detail], ColorTier.allCases)
  func `no block is drawn in reverse, whichever row the cursor is on`(
    _ screen: Screen, _ tier: ColorTier
  ) throws {
    let world = try screen == .events ? TestWorld.lively() : TestWorld.usual()
    var driver = Driver(world, screen: screen == .detail ? .subscribers : screen)
    if screen == .detail { driver.press("j", "j", "Enter") }
    var blocks = 0
    for _ in 0..<8 {
      let frame = driver.frame
      for y in 0..<frame.size.height {
        for cell in frame.row(y) where Self.isBlock(cell) {
          blocks += 1
          for theme in Self.themes {
            let style = theme.style(cell.role, overlay: cell.overlay, tier: tier)
            #expect(
              !style.attributes.contains(.reverse),
              "\(theme.name): \(cell.text) in \(cell.role.name), \(frame.lines[y])")
            #expect(
              tier == .mono || style.foreground != style.background
                || style.foreground == .terminal, "\(theme.name): \(cell.role.name)")
          }
        }
      }
      driver.press("j")
    }
    if screen != .due, screen != .detail { #expect(blocks > 0, "\(driver.text)") }
  }

  @Test func `past hold and the retry lane show in a terminal without colour`() throws {
    let world = try TestWorld.usual()
    let frame = try world.frame(.detail, 120, 36, subscription: "gp_0a1b2c3d4e5f6071")
    let lane = try #require(frame.lines.firstIndex { $0.hasPrefix("│ retry ") && $0.contains("█") })
    let cells = frame.row(lane).filter { $0.text == "█" }
    #expect(cells.count > 10)
    for theme in Self.themes {
      for cell in cells {
        #expect(theme.style(cell.role, tier: .mono).attributes.isDisjoint(with: .reverse))
      }
    }
  }
}
