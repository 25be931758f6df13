import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// The digest: on a key, by name, after an absence.
struct DigestTests {
  private func away(
    _ length: Duration?, longAfter absence: Duration = .hours(4),
    _ change: (inout DashboardSettings) -> Void = { _ in }
  ) throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.note(
      lastVisit: length.map { TestWorld.now - $0 }, now: TestWorld.now, longAfter: absence)
    change(&settings)
    return Driver(world, settings: settings)
  }

  // MARK: Reading

  @Test func `a key opens what happened since yesterday evening`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("D")
    #expect(driver.text.contains("Since 19 Nov 18:00Z: no payment failed"), "\(driver.text)")
    for words in ["Failed renewals", "Prompts due now", "Grace: lose access in 24 h", "ACT TODAY"] {
      #expect(driver.text.contains(words), "\(driver.text)")
    }
    driver.press("Esc")
    #expect(driver.model.input == .none)
    driver.press("D", "D")
    #expect(driver.model.input == .none)
  }

  @Test(arguments: [
    ("c", "csv", false), ("j", "json", true), ("l", "jsonl", true), ("m", "md", true),
  ])
  func `e writes the digest on screen to a file`(
    _ key: String, _ suffix: String, _ isPersonal: Bool
  ) throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 15)
    })
    var driver = Driver(try TestWorld.usual(), outside: outside)
    driver.press("D")
    guard case .digest(let overlay) = driver.model.input else {
      Issue.record("no digest")
      return
    }
    driver.press("e")
    #expect(driver.text.contains("Write the digest to a file"))
    driver.press(key)
    #expect(driver.text.contains("churntop-digest-2025-11-20.\(suffix)"))
    driver.press("Enter")
    let request = try #require(seen.withLock { $0 })
    #expect(request.content == .digest(overlay.digest, isPast: false))
    #expect(request.isPersonal == isPersonal)
    #expect(driver.text.contains("Wrote 15 figures to churntop-digest-2025-11-20.\(suffix)"))
  }

  @Test func `lines lead to lists, and cases to subscribers`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("D", "Enter")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.model.filterInForce == "due:now env:production")
    driver.press("D", "G", "Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.model.detail?.id == "as_2000000900000003")
  }

  @Test func `amounts that have no room are counted, never cut off`() throws {
    let model = Driver(try TestWorld.usual()).model
    var sums = MoneySums()
    for currency in ["EUR", "JPY", "KRW"] {
      sums.add(Money(micros: 9_990_000, currency: currency))
    }
    #expect(DigestText(model, room: 60).money(sums).contains("EUR"))
    #expect(DigestText(model, room: 9).money(sums) == "10 EUR +2")
    #expect(DigestText(model, room: 5).money(sums).isEmpty)
  }

  @Test func `a long name ends in the sign for what is left out`() throws {
    let world = try TestWorld.usual()
    try world.ledger.putProfiles([
      AccountProfile(
        account: "acc-3", name: "00000103-0000-4000-8000-000000000000", email: "", tags: [])
    ])
    var driver = Driver(world)
    driver.press("D")
    #expect(driver.text.contains("00000103-0000-4000-80… "), "\(driver.text)")
  }

  @Test func `the command takes a time`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press(":")
    driver.type("digest -3d")
    driver.press("Enter")
    #expect(driver.text.contains("Since 17 Nov 17:42Z: 2 failed"), "\(driver.text)")
    driver.press("Esc", ":")
    driver.type("digest tomorrow")
    driver.press("Enter")
    #expect(driver.text.contains(":digest needs an earlier time"))
  }

  @Test func `names are masked where they are elsewhere`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("D")
    #expect(driver.text.contains("Ben Achebe"), "\(driver.text)")
    driver.press("^g")
    #expect(!driver.text.contains("Ben Achebe") && driver.text.contains("*"))
  }

  @Test func `y copies the digest`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("D", "y")
    guard case .terminal(.copy(let text))? = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(text.contains("Failed renewals") && text.contains("Since 19 Nov 18:00Z"))
  }

  @Test(arguments: [["Esc"], ["5"], ["Esc", "5"]])
  func `a digest that comes late does not open over what the user went to`(keys: [String]) throws {
    var slow = SlowScreen(try TestWorld.usual(), .subscribers, .digest)
    slow.send(.key(try #require(KeyPress(notation: "D"))))
    for key in keys { slow.send(.key(try #require(KeyPress(notation: key)))) }
    let screen = slow.model.screen
    slow.answer()
    #expect(slow.model.input == .none && slow.model.screen == screen)
    #expect(slow.text.contains("D reads the digest."), "\(slow.text)")
    slow.send(.key(try #require(KeyPress(notation: "D"))))
    #expect(slow.model.input != .none)
  }

  @Test func `a digest that comes late opens where it was asked for`() throws {
    var slow = SlowScreen(try TestWorld.usual(), .subscribers, .digest)
    slow.send(.key(try #require(KeyPress(notation: "D"))))
    slow.answer()
    #expect(slow.model.input != .none)
  }

  // MARK: After an absence

  @Test func `a long absence is announced, and the key reads the digest of it`() throws {
    var driver = try away(.hours(63))
    #expect(
      driver.text.contains("Since 18 Nov 02:42Z: 1 failed, 0 recovered, 0 lost. D reads"),
      "\(driver.text)")
    driver.wait(.seconds(30))
    #expect(driver.text.contains("D reads the digest."))
    driver.press("D")
    #expect(driver.text.contains("Since 18 Nov 02:42Z: 1 failed") && driver.model.input != .none)
    driver.press("Esc")
    driver.wait(.seconds(61))
    #expect(!driver.text.contains("D reads"))
    // It is announced once.
    driver.press("R")
    #expect(!driver.text.contains("D reads"))
    driver.press("D")
    #expect(driver.text.contains("Since 18 Nov 02:42Z"))
  }

  @Test func `a short absence, a demo, the past and the setting announce nothing`() throws {
    let drivers = [
      try away(.hours(3)), try away(.hours(63), longAfter: .zero),
      try away(.hours(63)) { $0.isDemo = true },
      try away(.hours(63)) { $0.startsAsOf = TestWorld.now - .days(1) },
      try away(nil),
    ]
    for driver in drivers { #expect(!driver.text.contains("D reads"), "\(driver.text)") }
    var driver = try away(.hours(3))
    driver.press("D")
    #expect(driver.text.contains("Since 19 Nov 18:00Z"))
  }

  @Test func `nothing is asked before the figures are on screen, and nobody is interrupted`() throws
  {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.note(
      lastVisit: TestWorld.now - .hours(63), now: TestWorld.now, longAfter: .hours(4))
    var model = DashboardModel(settings: settings, machineNow: TestWorld.now)
    let size = Size(width: 120, height: 36)
    let first = DashboardProgram.firstMessages(size: size)
      .flatMap { model.update($0, machineNow: TestWorld.now) }
    #expect(!first.contains { if case .ask(.digest, _, _) = $0 { true } else { false } })
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    var waiting = first
    var asked: Effect?
    while !waiting.isEmpty {
      guard case .ask(let query, let slot, let request) = waiting.removeFirst() else { continue }
      if case .digest = query {
        asked = .ask(query, slot: slot, request: request)
        continue
      }
      let answer = DashboardMessage.answer(
        try reader.answer(query), slot: slot, request: request)
      waiting += model.update(answer, machineNow: TestWorld.now)
    }
    guard case .ask(let query, let slot, let request)? = asked else {
      Issue.record("no digest was asked for")
      return
    }
    for key in [":", "s"] {
      _ = KeyPress(notation: key).map { model.update(.key($0), machineNow: TestWorld.now) }
    }
    let answer = try reader.answer(query)
    _ = model.update(
      .answer(answer, slot: slot, request: request), machineNow: TestWorld.now)
    guard case .palette(let palette) = model.input else {
      Issue.record("\(model.input)")
      return
    }
    #expect("\(palette)".contains("s"))
    #expect(model.messages.flash?.text.contains("D reads the digest.") == true)
  }

  // MARK: Frames

  private static let sizes = [(120, 36), (80, 24), (60, 16)]

  @Test(arguments: sizes)
  func `the digest looks as it was drawn before`(_ width: Int, _ height: Int) throws {
    var driver = Driver(
      try TestWorld.usual(), size: Size(width: width, height: height))
    driver.press(":")
    driver.type("digest -7d")
    driver.press("Enter")
    driver.wait(.seconds(7))
    try Golden.check(driver.text, "digest-\(width)x\(height)")
    driver.press("G")
    try Golden.check(driver.text, "digest-end-\(width)x\(height)")
  }

  @Test func `a quiet time is said in one line`() throws {
    let world = try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
    }
    var driver = Driver(world, size: Size(width: 80, height: 24))
    driver.press("D")
    #expect(driver.text.contains("no payment failed, none was recovered"))
    #expect(!driver.text.contains("Failed renewals"))
  }
}
