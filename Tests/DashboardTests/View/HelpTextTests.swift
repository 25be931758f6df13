import TerminalUI
import Testing

@testable import Dashboard

struct HelpTextTests {
  static func model(_ screen: Screen) throws -> DashboardModel {
    var driver = Driver(try TestWorld.usual(), screen: screen)
    driver.press("?")
    return driver.model
  }

  @Test(arguments: Screen.tabs, [76, 116, 246])
  func `two columns say what one says, and each row fits`(
    _ screen: Screen, _ width: Int
  ) throws {
    let model = try Self.model(screen)
    let rows = HelpText.lines(for: model, width: width)
    let text = rows.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")
    let half = (width - 2) / 2
    for command in CommandTable.all where command.screens.contains(screen) && !command.keys.isEmpty
    {
      let words = half < 50 ? command.title : String(command.tooltip.prefix(20))
      #expect(text.contains(words), "\(command.id)")
    }
    #expect(rows.count < HelpText.lines(for: model).count)
    #expect(rows[0].runs.map(\.text).joined().contains("EVERYWHERE"))
  }

  @Test func `one column where two have no room`() throws {
    let model = try Self.model(.due)
    #expect(HelpText.lines(for: model, width: 56) == HelpText.lines(for: model))
  }
}
