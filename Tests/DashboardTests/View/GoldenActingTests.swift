import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

/// What stands in front of a list while something is recorded about its subscribers, as text.
struct GoldenActingTests {
  static let scenes: [(name: String, keys: [String])] = [
    ("snooze-menu", ["z"]), ("snooze-until", ["z", "c", "2", "w"]),
    ("snooze-wrong", ["z", "c", "2", "x"]), ("snooze-many", ["*", "z", "1"]),
    ("undo", ["C", "y", "u"]), ("beside", ["o"]),
  ]
  static let cases = scenes.flatMap { scene in
    [(120, 36), (80, 24), (60, 16)].map { (scene.name, scene.keys, $0.0, $0.1) }
  }

  @Test(arguments: cases)
  func `acting looks as it was drawn before`(
    _ picture: (name: String, keys: [String], width: Int, height: Int)
  ) throws {
    let world = try TestWorld.usual()
    var driver = Driver(
      world, screen: .due, size: Size(width: picture.width, height: picture.height),
      recorder: BulkActionTests.recorder(world))
    for key in picture.keys { driver.press(key) }
    driver.wait(.seconds(7))
    try Golden.check(
      driver.text, "acting-\(picture.name)-\(picture.width)x\(picture.height)")
  }
}
