import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Actions and exports that end when the screens are closed already.
struct EffectRunnerTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "another process is writing to the ledger."
  }

  private let mailbox = Mailbox<DashboardMessage>()

  private func runner(_ outside: DashboardDependencies = DashboardDependencies()) throws
    -> EffectRunner
  {
    EffectRunner(
      ledger: try TestWorld.usual().ledger, policy: .standard,
      record: { _ in throw Refused() }, outside: outside,
      post: { [mailbox] in mailbox.post($0) })
  }

  private let note = OperatorAction(.noted, of: [], at: TestWorld.now, text: "call back Friday")

  @Test func `an action that fails after the end is reported`() async throws {
    let runner = try runner()
    runner.perform(.record(note))
    let failures = await runner.end { [mailbox] in mailbox.drain() }
    #expect(failures == ["Nothing was recorded: another process is writing to the ledger."])
    #expect(!runner.isBusy)
  }

  @Test func `a failure that was on the screen is not reported again`() async throws {
    let runner = try runner()
    runner.perform(.record(note))
    let failures = await runner.end { [] }
    #expect(failures == [])
  }

  @Test func `an export that fails or is stopped at the end is reported with its file`()
    async throws
  {
    var request = ExportRequest(
      .csv, .rows([], marked: [], list: "list"), now: TestWorld.now, masksPersonalData: true)
    request.path = "/full/list.csv"
    let full = DashboardDependencies(export: { _, _, _ in throw Refused() })
    for (outside, words) in [
      (full, "Nothing was written to /full/list.csv: \(Refused().description)"),
      (
        DashboardDependencies(export: { _, _, _ in .stopped }),
        "The export was stopped, and there is no file of it."
      ),
    ] {
      let runner = try runner(outside)
      runner.perform(.backgroundTask(.export(request)))
      let failures = await runner.end { [mailbox] in mailbox.drain() }
      #expect(failures == [words])
    }
  }
}
