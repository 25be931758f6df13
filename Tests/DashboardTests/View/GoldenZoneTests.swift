import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Screens by the clocks of places that UTC's midnight is not midnight in, as text.
struct GoldenZoneTests {
  static let cases: [(Screen, Int, Int, DisplayZone)] = [
    (.subscribers, 120, 36, TestZone.kolkata), (.detail, 120, 36, TestZone.berlin),
    (.detail, 80, 24, TestZone.losAngeles), (.events, 120, 36, TestZone.losAngeles),
    (.events, 60, 16, TestZone.kolkata),
  ]

  @Test(arguments: cases)
  func `a screen follows the clocks in force`(_ picture: (Screen, Int, Int, DisplayZone)) throws {
    let (screen, width, height, zone) = picture
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.zone = zone
    let renderer = ScreenRenderer(
      ledger: world.ledger, policy: .standard, settings: settings, machineNow: TestWorld.now)
    let frame = try renderer.frame(
      screen, size: Size(width: width, height: height), subscription: "as_2000000900000002")
    let place = zone.place.filter { $0 != " " }.lowercased()
    try Golden.check(frame.text, "zone-\(screen.rawValue)-\(width)x\(height)-\(place)")
  }
}
