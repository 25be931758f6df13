import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

@Suite struct RevealTests {
  private func masked() throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.masksPersonalData = true
    return Driver(world, screen: .subscribers, settings: settings)
  }

  @Test func `m shows one person and nobody else`() throws {
    var driver = try masked()
    driver.press("/")
    driver.type("id:as_2000000900000002")
    driver.press("Enter", "Enter")
    #expect(!driver.text.contains("Ada Okafor"))
    #expect(!driver.text.contains("user2@"))
    driver.press("m")
    #expect(driver.text.contains("Ada Okafor"), "\(driver.text)")
    #expect(driver.text.contains("user2@example.com"))
    driver.press("m")
    #expect(!driver.text.contains("Ada Okafor"))
  }

  @Test func `going on hides again`() throws {
    var driver = try masked()
    driver.press("Enter", "m", "}", "{")
    for name in ["Ada Okafor", "Ben Achebe", "Jo Lindqvist"] {
      #expect(!driver.text.contains(name), "\(driver.text)")
    }
  }

  @Test(arguments: ["mask on", "mask", "set mask=on"])
  func `a mask that is on already is said to be on`(_ line: String) throws {
    var driver = try masked()
    driver.press(":")
    driver.type(line)
    driver.press("Enter")
    #expect(driver.text.contains("Names and mail addresses are hidden"), "\(driver.text)")
    #expect(driver.model.settings.masksPersonalData)
  }
}
