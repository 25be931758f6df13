import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// Two dashboards that say to each other which subscriber they show.
@Suite struct PresenceTests {
  /// What every dashboard shows, by the operator's name.
  private final class Team: Sendable {
    private let shown = Mutex<[String: SubscriptionID]>([:])

    func dashboard(_ actor: String, isShared: Bool = true) throws -> Driver {
      let world = try TestWorld.usual()
      var settings = world.settings()
      (settings.actor, settings.isShared) = (actor, isShared)
      let outside = DashboardDependencies(presence: { [self] id in
        shown.withLock { shown in
          shown[actor] = id
          return shown.filter { $0.key != actor && $0.value == id }.keys.sorted()
        }
      })
      return Driver(world, screen: .subscribers, settings: settings, outside: outside)
    }
  }

  @Test func `a colleague on the same subscriber is named until she goes on`() throws {
    let team = Team()
    var (mira, jo) = (try team.dashboard("mira"), try team.dashboard("jo"))
    mira.press("Enter")
    #expect(!mira.text.contains("looking at this"))
    jo.press("Enter")
    #expect(jo.text.contains("mira is looking at this"), "\(jo.text)")
    #expect(!mira.text.contains("looking at this"), "she has not asked since")
    mira.wait(.seconds(5))
    #expect(mira.text.contains("jo is looking at this"), "\(mira.text)")
    jo.press("}")
    mira.wait(.seconds(5))
    #expect(!mira.text.contains("looking at this"), "\(mira.text)")
    mira.press("}")
    #expect(mira.text.contains("jo is looking at this"), "\(mira.text)")
    jo.press("Esc")
    mira.wait(.seconds(5))
    #expect(!mira.text.contains("looking at this"), "\(mira.text)")
  }

  @Test func `many are counted, and signs of a name never reach the terminal`() throws {
    let team = Team()
    var others = try ["ada\u{1B}[2J", "jo", "lee"].map { try team.dashboard($0) }
    for place in others.indices { others[place].press("Enter") }
    var mira = try team.dashboard("mira")
    mira.press("Enter")
    #expect(mira.text.contains("jo and 1 more are looking at this"), "\(mira.text)")
    #expect(!mira.text.contains("\u{1B}"))
  }

  @Test func `a ledger of one file is asked for nobody`() throws {
    var driver = try Team().dashboard("mira", isShared: false)
    driver.press("Enter")
    driver.wait(.seconds(20))
    #expect(driver.model.presence.subject == nil && driver.model.presence.nextAt == nil)
  }
}
