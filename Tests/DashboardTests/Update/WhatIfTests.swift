import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The questions of the What-if screen.
struct WhatIfTests {
  @Test func `the first frame is there before the replay`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    #expect(slow.text.contains("App Store grace") && slow.text.contains("being replayed"))
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(slow.model.whatIf.answer?.report.episodes == 180)
    #expect(slow.text.contains("Effect: none, nothing is changed"))
  }

  @Test func `a replay begins a moment after the last change, not with each`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    slow.answer()
    slow.press("l", "l", "l")
    #expect(slow.asked.isEmpty)
    #expect(slow.model.nextWake.map { $0 <= slow.clock + WhatIfState.rest } == true)
    slow.wait(.milliseconds(200))
    slow.press("l")
    slow.wait(.milliseconds(200))
    #expect(slow.asked.isEmpty)
    slow.wait(.milliseconds(100))
    #expect(slow.asked.count == 1)
  }

  @Test func `the old answer stays and is marked until the new one comes`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    slow.answer()
    let before = slow.model.whatIf.answer
    slow.press("l")
    slow.wait(WhatIfState.rest)
    #expect(slow.model.whatIf.answer == before)
    #expect(slow.text.contains("Effect of the former candidate"))
    slow.answer()
    #expect(!slow.text.contains("former candidate"))
    #expect(slow.model.whatIf.answer?.question == slow.model.whatIf.question)
  }

  @Test func `an answer to an earlier candidate is dropped`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    slow.answer()
    let before = slow.model.whatIf.answer
    slow.press("l", "l")
    slow.wait(WhatIfState.rest)
    slow.press("l")
    slow.wait(WhatIfState.rest)
    #expect(slow.canceled.count == 1)
    slow.answer()
    #expect(slow.model.whatIf.answer == before)
    slow.answer()
    #expect(slow.model.whatIf.answer?.question.candidate.lengths.appStoreGrace == .sixteenDays)
  }

  @Test func `a replay that a later one replaced is given up`() throws {
    let world = try TestWorld.churning(count: 1_500)
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    let question = WhatIfQuestion(PolicyCandidate(over: .standard))
    for isWanted in [true, false] {
      guard
        case .whatIf(let found) = try reader.answer(
          .whatIf(question, now: TestWorld.now), isWanted: { isWanted })
      else {
        Issue.record("no answer")
        continue
      }
      #expect((found != nil) == isWanted)
    }
  }

  @Test func `a ledger that grows is replayed after a rest, and not while paused`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    slow.answer()
    for position in 1...40 {
      slow.clock = slow.clock + .milliseconds(200)
      slow.send(.polled(LedgerPosition(5_000 + position)))
    }
    #expect(slow.asked.isEmpty)
    slow.press("Z")
    slow.wait(.seconds(30))
    #expect(slow.asked.isEmpty)
    slow.press("Z")
    #expect(slow.asked.count == 1)
  }

  @Test func `the time that a replay took is on the status line, with the seed`() throws {
    var slow = SlowScreen(try .churning(), .whatIf, .whatIf)
    slow.clock = slow.clock + .milliseconds(440)
    slow.answer()
    #expect(slow.text.contains("180 episodes of 90 d · simulated in 0.4 s"))
    #expect(slow.text.contains("the same with --seed 41"))
  }

  @Test func `the report on screen is the one of a replay of its own`() throws {
    let world = try TestWorld.churning()
    var driver = Driver(world, screen: .whatIf)
    driver.press("l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    var candidate = ChurnPolicy.standard
    candidate.recovery.appStoreGrace = .twentyEightDays
    var whatIf = WhatIf(
      current: .standard, candidate: candidate, stated: [.appStoreGrace], now: TestWorld.now,
      settings: WhatIf.Settings(differencesMax: 200))
    let query = EpisodeQuery(
      from: TestWorld.now - .days(90), to: TestWorld.now + .milliseconds(1))
    try world.ledger.readEpisodes(query) { record in
      whatIf.add(record)
      return true
    }
    #expect(driver.model.whatIf.answer?.report == whatIf.report())
    #expect(whatIf.report().differences.episodes > 0)
  }

  @Test func `begins with the configuration's rules where the ledger has others`() throws {
    let world = try TestWorld.churning()
    var settings = world.settings()
    var other = ChurnPolicy.standard
    other.recovery.googlePlay.holdDays = 20
    other.prompts.googlePlay.cap = 3
    settings.otherPolicy = other
    var driver = Driver(world, size: Size(width: 80, height: 24), settings: settings)
    #expect(driver.text.contains("other rules than your configuration; What-if compares them."))
    driver.press("6")
    let candidate = driver.model.whatIf.question.candidate
    #expect(candidate.lengths.stated == [.playHold] && candidate.lengths.playHoldDays == 20)
    #expect(candidate.policy(over: .standard).prompts == other.prompts)
    #expect(driver.model.whatIf.answer?.report.episodes == 180)
    #expect(!driver.text.contains("nothing is changed"))
    driver.press("u")
    #expect(!driver.model.whatIf.question.candidate.differs(from: .standard), "the rules in force")
  }

  @Test func `says that only products have other rules, which it cannot compare`() throws {
    let world = try TestWorld.churning()
    var settings = world.settings()
    settings.otherPolicy = .standard
    var driver = Driver(world, settings: settings)
    #expect(driver.text.contains("The ledger goes by other rules than your configuration."))
    driver.press("6")
    #expect(driver.text.contains("nothing is changed"))
  }
}
