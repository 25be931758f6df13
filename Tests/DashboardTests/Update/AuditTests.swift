import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// What a dashboard records about the names and mail addresses that it shows.
@Suite struct AuditTests {
  private func driver(
    masked: Bool, audit: AuditMode = .recorded, screen: Screen = .subscribers
  ) throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.masksPersonalData = masked
    settings.actor = "mira"
    settings.take(audit, reason: "They stay hidden.")
    return Driver(world, screen: screen, settings: settings)
  }

  private func accesses(_ driver: Driver) -> [PersonalDataAccess] {
    driver.effects.compactMap { effect in
      if case .recordAccess(let access) = effect { access } else { nil }
    }
  }

  @Test func `a dashboard that shows names records it once, and each subscriber opened`() throws {
    var driver = try driver(masked: false)
    driver.press("j", "k")
    #expect(
      accesses(driver) == [
        PersonalDataAccess(
          .known(.unmasked), at: TestWorld.now, actor: "mira", command: "dashboard")
      ])
    driver.press("Enter")
    let id = try #require(driver.model.detail?.id)
    let account = try #require(driver.model.detail?.data?.extra.summary.account)
    driver.press("Tab", "Tab")
    #expect(
      accesses(driver).dropFirst() == [
        PersonalDataAccess(
          .known(.viewed), at: TestWorld.now, actor: "mira", command: "dashboard", of: id,
          account: account)
      ])
    driver.press("}", "{")
    #expect(accesses(driver).map(\.subscription).suffix(1) == [id])
    #expect(accesses(driver).count == 4)
  }

  @Test func `masked, nothing is recorded until somebody is shown`() throws {
    var driver = try driver(masked: true)
    driver.press("Enter", "}", "Esc")
    #expect(accesses(driver).isEmpty)
    driver.press("Enter", "m")
    let id = try #require(driver.model.detail?.id)
    #expect(accesses(driver).map(\.kind) == [.known(.viewed)])
    #expect(accesses(driver).map(\.subscription) == [id])
    driver.press("m", "m")
    #expect(accesses(driver).count == 2, "shown again, it is seen again")
    driver.press("Esc", "C-g")
    #expect(accesses(driver).last?.kind == .known(.unmasked))
    driver.press("C-g", "C-g")
    #expect(accesses(driver).count == 4)
  }

  @Test func `the ledger has what the dashboard recorded`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.take(.recorded, reason: "")
    _ = Driver(world, screen: .subscribers, settings: settings)
    let entries = try world.ledger.auditEntries(AuditQuery(limit: 9))
    #expect(entries.map(\.access.kind) == [.known(.unmasked)])
  }

  @Test func `where it could not be recorded, names stay hidden, and the screen says why`() throws {
    var driver = try driver(masked: false, audit: .hidden)
    #expect(driver.text.contains("[MASKED]"), "\(driver.text)")
    driver.press("C-g")
    #expect(driver.text.contains("They stay hidden."), "\(driver.text)")
    driver.press("Enter", "m")
    #expect(driver.text.contains("They stay hidden."), "\(driver.text)")
    #expect(driver.text.contains("[MASKED]"))
    #expect(accesses(driver).isEmpty)
  }

  @Test func `a file that is only read shows them, and says that it does not record it`() throws {
    var driver = try driver(masked: true, audit: .unrecorded)
    driver.press("C-g")
    #expect(driver.text.contains("it is not recorded"), "\(driver.text)")
    #expect(!driver.text.contains("[MASKED]"))
    #expect(accesses(driver).isEmpty)
  }

  @Test func `a reader's dashboard lists nobody by names and mail addresses, and says so`() throws {
    let world = try TestWorld.usual()
    var condition = world.settings().condition
    condition.isOnServer = true
    for screen in [Screen.subscribers, .events, .metrics] {
      for (audit, isRefused) in [(AuditMode.nothingToSee, true), (.recorded, false)] {
        var settings = world.settings()
        settings.take(audit, reason: "")
        settings.condition = condition
        let outside = DashboardDependencies(condition: { [condition] in condition })
        var driver = Driver(world, screen: screen, settings: settings, outside: outside)
        driver.press("/")
        driver.type("email:none")
        driver.press("Enter")
        let words = "sees no names and mail addresses"
        #expect(driver.text.contains(words) == isRefused, "\(screen): \(driver.text)")
        #expect((driver.model.filterInForce == "email:none") != isRefused, "\(screen)")
      }
    }
  }

  @Test func `a reader's dashboard says that it sees no payloads`() throws {
    let world = try TestWorld.usual()
    var model = Driver(world, screen: .events, settings: world.settings()).model
    let line = try #require(model.events.selectedLine)
    let answer = Answer.payloadRefused(at: line.position)
    model.input = .payload(PayloadState(line))
    model.receive(refusedPayload: line.position, .payload)
    let frame = DashboardView(model: model).frame(size: Size(width: 120, height: 36))
    #expect(frame.text.contains("sees no payloads"), "\(frame.text)")
    let ledger = FaultyLedger()
    ledger.fault = .refused(location: "db/churn", detail: "permission denied")
    let reader = LedgerReader(ledger: ledger, policy: .standard)
    #expect(try reader.answer(.payload(line.position)) == answer)
  }

  @Test func `a team's dashboard hides names again that it could not record the sight of`() throws {
    let world = try TestWorld.usual()
    let ledger = FaultyLedger()
    ledger.fault = .unavailable(location: "db/churn", detail: "it is gone")
    let runner = EffectRunner(
      ledger: ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    for isOnServer in [true, false] {
      var settings = world.settings()
      settings.take(.recorded, reason: "")
      var condition = settings.condition
      condition.isOnServer = isOnServer
      let outside = DashboardDependencies(condition: { [condition] in condition })
      var driver = Driver(world, screen: .subscribers, settings: settings, outside: outside)
      let effect = try #require(
        driver.effects.first { effect in
          if case .recordAccess = effect { true } else { false }
        })
      driver.send(runner.message(for: effect))
      #expect(driver.text.contains("[MASKED]") == isOnServer, "\(driver.text)")
      #expect(driver.text.contains("db/churn"), "\(driver.text)")
      #expect(driver.text.contains("Ada Okafor") == !isOnServer)
    }
  }
}
