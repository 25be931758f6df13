import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

@Suite struct FocusTests {
  @Test func `a window that comes to the front looks at once, one that leaves does not`() throws {
    var model = Driver(try .usual()).model
    let program = DashboardProgram()
    let now = TestWorld.now + .milliseconds(100)
    _ = model.update(.wake, machineNow: now)
    #expect(!model.update(.wake, machineNow: now).contains(.poll))
    let front = try #require(program.message(for: .focus(true), in: model))
    #expect(model.update(front, machineNow: now).contains(.poll))
    let back = try #require(program.message(for: .focus(false), in: model))
    #expect(!model.update(back, machineNow: now).contains(.poll))
  }

  @Test func `a paste on a bare screen is told and runs no key`() throws {
    var driver = Driver(try .usual())
    driver.send(.paste("Q"))
    #expect(!driver.model.isFinished)
    #expect(driver.text.contains("Pasted 1 character"), "\(driver.text)")
  }
}
