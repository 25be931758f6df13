import SubscriptionCore
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
    // Narrow columns wrap, so that they save lines only where there is room for the words.
    if width > 100 { #expect(rows.count < HelpText.lines(for: model).count) }
    // Metrics begins with what is under the cursor.
    let keys = rows.first { $0.runs.first?.text.hasPrefix("THIS SCREEN") == true }
    let first = screen == .metrics ? keys : rows[0]
    #expect(first?.runs.map(\.text).joined().contains("EVERYWHERE") == true)
  }

  /// What lines say, whatever their ends.
  static func words(_ lines: [HelpText.Line]) -> [Substring] {
    lines.flatMap { line in line.runs.map(\.text).joined().split(separator: " ") }
  }

  @Test(arguments: Screen.tabs, [28, 38, 58, 76, 96, 116, 156])
  func `nothing of help is cut`(_ screen: Screen, _ width: Int) throws {
    let model = try Self.model(screen)
    let rows = HelpText.lines(for: model, width: width)
    for row in rows { #expect(row.width <= width, "\(row.runs.map(\.text).joined())") }
    let text = rows.map { $0.runs.map(\.text).joined() }.joined(separator: " ")
    #expect(!text.contains("…"))
    for state in SubscriptionState.allCases {
      for word in state.meaning.split(separator: " ") { #expect(text.contains(word)) }
    }
  }

  @Test func `one column where two have no room`() throws {
    let model = try Self.model(.due)
    let rows = HelpText.lines(for: model, width: 56)
    #expect(Self.words(rows) == Self.words(HelpText.lines(for: model)))
  }

  @Test(arguments: [Screen.subscribers, .due, .events], [56, 76, 116])
  func `what has no key is named by what can be typed`(_ screen: Screen, _ width: Int) throws {
    var model = try Self.model(screen)
    let lines = HelpText.lines(for: model, width: width).flatMap(\.runs).map(\.text)
    #expect(!lines.contains { $0.trimmed == ":" || $0.trimmed == "x or :" })
    let typed = lines.map(\.trimmed).filter { $0.hasPrefix(":") && $0.contains(".") }
    #expect(!typed.isEmpty)
    for text in typed { #expect(CommandID(rawValue: String(text.dropFirst())) != nil, "\(text)") }
    _ = model.runAtOrigin(.filterClear)
    #expect(typed.contains(":filter.clear"))
  }
}
