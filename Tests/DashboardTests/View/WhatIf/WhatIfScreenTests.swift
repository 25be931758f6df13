import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// The keys of the What-if screen.
struct WhatIfScreenTests {
  static func driver(
    _ size: Size = Size(width: 120, height: 36),
    outside: DashboardDependencies = DashboardDependencies()
  ) throws -> Driver {
    Driver(try .churning(), screen: .whatIf, size: size, outside: outside)
  }

  /// Changes the App Store's grace to 28 days and waits for the replay.
  static func changed(
    _ size: Size = Size(width: 120, height: 36),
    outside: DashboardDependencies = DashboardDependencies()
  ) throws -> Driver {
    var driver = try driver(size, outside: outside)
    driver.press("l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    return driver
  }

  @Test func `the digit and the command open it, q leads back`() throws {
    var driver = Driver(try .churning())
    driver.press("6")
    #expect(driver.model.screen == .whatIf)
    driver.press("1", ":")
    driver.type("whatif")
    driver.press("Enter")
    #expect(driver.model.screen == .whatIf)
    #expect(driver.text.contains("SIMULATION, nothing is written"))
    driver.press("q")
    #expect(driver.model.screen == .overview)
  }

  @Test func `h and l, arrows, plus and minus change the field under the cursor`() throws {
    var driver = try Self.driver()
    for (key, value) in [
      ("l", "off"), ("Right", "3d"), ("+", "16d"), ("=", "28d"), ("-", "16d"), ("Left", "3d"),
      ("_", "off"), ("h", "observed"), ("h", "observed"),
    ] {
      driver.press(key)
      #expect(driver.model.whatIf.question.candidate.text(of: .length(.appStoreGrace)) == value)
      #expect(driver.text.contains("<\(value)>"))
    }
    #expect(driver.text.contains("observed is the first value"))
    driver.press("j", "l", "l")
    #expect(driver.model.whatIf.question.candidate.lengths.playGraceDays == 3)
  }

  @Test func `u takes a change back, and ^r makes it again`() throws {
    var driver = try Self.driver()
    driver.press("u")
    #expect(driver.text.contains("nothing was changed"))
    driver.press("l", "l", "j", "l")
    var seen = [driver.model.whatIf.question.candidate]
    for _ in 0..<3 {
      driver.press("u")
      seen.append(driver.model.whatIf.question.candidate)
    }
    #expect(seen.last == PolicyCandidate(over: .standard))
    for candidate in seen.reversed().dropFirst() {
      driver.press("^r")
      #expect(driver.model.whatIf.question.candidate == candidate)
    }
    driver.wait(WhatIfState.rest)
    #expect(driver.model.whatIf.answer?.question.candidate == seen[0])
    driver.press("u", "l")
    #expect(driver.model.whatIf.takenBack.isEmpty)
  }

  @Test func `a preset is a candidate over the policy in force`() throws {
    var driver = try Self.changed()
    for (index, preset) in WhatIfPreset.all(over: .standard).enumerated() {
      driver.press("P")
      #expect(driver.text.contains(preset.title))
      driver.type(String(UnicodeScalar(UInt8(97 + index))))
      #expect(driver.model.whatIf.question.candidate == preset.candidate)
    }
  }

  @Test func `r goes through the windows, a filter narrows the replay`() throws {
    var driver = try Self.driver()
    var counts: [Int] = []
    for days in [90, 180, 365, 30] {
      #expect(driver.model.whatIf.answer?.question.days == days)
      counts.append(driver.model.whatIf.answer?.report.episodes ?? -1)
      driver.press("r")
      driver.wait(WhatIfState.rest)
    }
    #expect(counts == [180, 220, 220, 60])
    driver.press("/")
    driver.type("product:basic.weekly")
    driver.press("Enter")
    #expect(driver.model.whatIf.answer?.report.episodes == 60)
    #expect(driver.text.contains("/ product:basic.weekly"))
    driver.press("Esc")
    #expect(driver.model.screen == .whatIf && driver.model.whatIf.answer?.report.episodes == 180)
  }

  @Test func `Enter on an episode that differs opens its subscriber, back leads here`() throws {
    var driver = try Self.changed()
    driver.press("d", "j", "j")
    let row = try #require(driver.model.whatIf.shownRow)
    #expect(driver.model.whatIf.line(in: .differs) == 2)
    driver.press("Enter")
    #expect(driver.model.screen == .detail && driver.model.detail?.id == row.id)
    driver.press("q")
    #expect(driver.model.screen == .whatIf && driver.model.whatIf.shownRow == row)
    driver.press("q")
    #expect(driver.model.screen == .overview)
  }

  @Test(arguments: [Screen.subscribers, .due, .detail])
  func `p on a subscriber shows their timelines, and back leads there`(_ screen: Screen) throws {
    var driver = Driver(try .churning(), screen: screen == .detail ? .subscribers : screen)
    if screen == .detail { driver.press("Enter") }
    let id = try #require(driver.model.targets.first)
    driver.press("p")
    #expect(driver.model.screen == .whatIf && driver.model.whatIf.shownRow?.id == id)
    #expect(driver.text.contains("under both policies"))
    driver.press("l", "l", "l", "l", "j", "l", "l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    #expect(driver.model.whatIf.shownRow?.id == id)
    driver.press("}")
    #expect(driver.model.whatIf.shownRow == driver.model.whatIf.answer?.rows.first)
    driver.press("{")
    #expect(driver.model.whatIf.shownRow?.id == id)
    driver.press("q")
    #expect(driver.model.screen == screen)
    if screen == .detail { #expect(driver.model.detail?.id == id) }
    driver.press("q")
    #expect(driver.model.screen == (screen == .detail ? .subscribers : .overview))
  }

  @Test func `back from a subscriber of the list does not go round in a circle`() throws {
    var driver = Driver(try .churning(), screen: .subscribers)
    driver.press("Enter", "p", "l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    driver.press("d", "}", "Enter", "p")
    #expect(driver.model.screen == .whatIf)
    let screens = (0..<4).map { _ in
      driver.press("q")
      return driver.model.screen
    }
    #expect(screens.suffix(1) == [.overview], "\(screens)")
  }

  @Test func `a subscriber without a failed renewal is told so`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:active")
    driver.press("Enter", "p")
    #expect(driver.text.contains("has had no failed renewal; there is nothing to replay"))
  }

  @Test func `w reads the assumptions, y copies the whole report`() throws {
    var driver = try Self.changed()
    driver.press("w")
    let lines = try #require(driver.model.input.overlay).sentences(in: driver.model)
    let assumptions = try #require(driver.model.whatIf.answer?.report.assumptions)
    for assumption in assumptions { #expect(lines.contains("- " + assumption)) }
    driver.press("Esc", "y", "r")
    let copied = driver.effects.compactMap { effect -> String? in
      if case .terminal(.copy(let text)) = effect { text } else { nil }
    }
    let text = try #require(copied.first)
    #expect(text.contains("SIMULATION") && text.contains("candidate 28d"))
    for assumption in assumptions { #expect(text.contains(assumption)) }
  }

  @Test func `S asks for a file and saves the candidate, never twice without a question`() throws {
    let seen = Mutex<[ExportRequest]>([])
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0.append(request) }
      return request.overwrites ? .exported(request, rows: 0) : .fileExists(request)
    })
    var driver = try Self.driver(outside: outside)
    driver.press("S")
    #expect(driver.text.contains("the candidate is the policy in force"))
    driver.press("l", "l", "S")
    #expect(driver.text.contains("churntop-policy-2025-11-20.toml"))
    driver.press("Enter")
    #expect(driver.text.contains("There is a file churntop-policy-2025-11-20.toml"))
    driver.press("y")
    #expect(driver.text.contains("Saved the candidate to churntop-policy-2025-11-20.toml"))
    let requests = seen.withLock { $0 }
    #expect(requests.map(\.overwrites) == [false, true])
    let isSaved = requests.allSatisfy { request in
      guard case .policy(let candidate) = request.content else { return false }
      return candidate.lengths.appStoreGrace == .threeDays
    }
    #expect(isSaved)
  }

  @Test func `e exports what is on screen, once it is computed`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 7)
    })
    var driver = try Self.changed(outside: outside)
    driver.press("e", "c", "Enter")
    let request = try #require(seen.withLock { $0 })
    let answer = try #require(driver.model.whatIf.answer)
    #expect(request.content == .whatIf(answer, writesEffect: false, filter: ""))
    #expect(driver.text.contains("Wrote 7 episodes to churntop-what-if-2025-11-20.csv"))
    driver.press("l", "h", "h", "e")
    #expect(driver.model.input == .none)
    #expect(driver.text.contains("the figures are being computed"))
  }

  @Test func `e beside the effect exports its figures, a line each`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 24)
    })
    var driver = try Self.changed(outside: outside)
    driver.press("Tab", "e")
    #expect(driver.text.contains("Write the effect of the candidate to a file"))
    driver.press("c", "Enter")
    let request = try #require(seen.withLock { $0 })
    let answer = try #require(driver.model.whatIf.answer)
    #expect(request.content == .whatIf(answer, writesEffect: true, filter: ""))
    #expect(driver.text.contains("Wrote 24 figures to churntop-what-if-effect-2025-11-20.csv"))
  }

  @Test func `Enter on the effect lists what happened, and says why there is no other list`() throws
  {
    var driver = try Self.changed()
    driver.press("Tab")
    let answer = try #require(driver.model.whatIf.answer)
    var (listed, told) = (0, 0)
    for (place, line) in WhatIfEffectLine.all(of: answer.report).enumerated() {
      driver.press("6")
      driver.model.whatIf.pane = .effect
      driver.press("g")
      for _ in 0..<place { driver.press("j") }
      driver.press("Enter")
      guard case .figure(let figure) = line,
        let list = answer.list(of: figure, among: answer.report.fixedLines)
      else {
        #expect(driver.model.screen == .whatIf)
        if case .figure(let figure) = line {
          #expect(driver.text.contains("says what makes up \"\(figure.title.prefix(30))"))
        }
        told += 1
        continue
      }
      listed += 1
      #expect(driver.model.screen == .subscribers)
      #expect(driver.model.subscribers.filterText == list.filter)
      let window = driver.model.subscribers.window
      if let count = list.count {
        #expect((window.total?.exact ?? window.rows.count) == count, "\(list.filter)")
      }
    }
    #expect(listed > 6 && told > 6)
  }

  @Test(arguments: [
    ("app-store-grace=28", "28d"), ("play-grace 14d", "14d"), ("play-hold=30", "30d"),
    ("step=3", "step 3"), ("cadence=36h", "1d12h"), ("cap=none", "no cap"),
  ])
  func `set changes a field of the candidate`(_ words: String, _ value: String) throws {
    var driver = Driver(try .churning())
    driver.press(":")
    driver.type("set \(words)")
    driver.press("Enter")
    #expect(driver.model.screen == .whatIf)
    let candidate = driver.model.whatIf.question.candidate
    #expect(driver.model.whatIf.fields.map(candidate.text(of:)).contains(value))
    driver.press(":")
    driver.type("set \(words.prefix { $0 != "=" && $0 != " " })=wrong")
    driver.press("Enter")
    #expect(driver.text.contains("needs") && driver.model.whatIf.question.candidate == candidate)
  }

  @Test func `a pace that the stores set shows no length of ours`() throws {
    var driver = Driver(try .churning(), screen: .whatIf)
    func line() -> String { driver.lines.first { $0.contains("App Store cadence") } ?? "" }
    #expect(line().contains(" —") && !line().contains("3d"), "\(line())")
    let sentences = WhatIfScreen(model: driver.model).sentences(isPaged: false)
    #expect(sentences.contains("App Store cadence: no effect."), "\(sentences)")
    driver.press("j", "j", "j", "l")
    #expect(line().contains("—") && line().contains("3d"), "\(driver.text)")
  }

  @Test func `a click puts the cursor on a field, a figure and an episode`() throws {
    var settings = try TestWorld.churning().settings()
    settings.startsWithMouse = true
    var driver = Driver(try .churning(), screen: .whatIf, settings: settings)
    driver.press("l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 10, y: 5))))
    #expect(driver.model.whatIf.field == .length(.playGrace))
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 70, y: 6))))
    #expect(driver.model.whatIf.pane == .effect)
    let list = WhatIfLayout(
      body: driver.model.layout.body, tier: driver.model.layout.tier, pane: .effect)[.differs]
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 10, y: list.y + 3))))
    #expect(driver.model.whatIf.pane == .differs && driver.model.whatIf.line(in: .differs) == 1)
  }

  @Test func `a linear session changes a field by its number and has the answer at once`() throws {
    let world = try TestWorld.churning()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    var session = LinearSession(
      settings: world.settings(), screen: .whatIf, runner: runner, clock: { TestWorld.now })
    #expect(session.begin().contains { $0 == "2. Google Play grace: observed." })
    _ = session.take("l 2")
    let lines = session.take("l 2").lines
    #expect(session.model.whatIf.answer?.question.candidate.lengths.playGraceDays == 3)
    #expect(lines.contains { $0 == "2. Google Play grace: observed, candidate 3d." })
    #expect(lines.contains { $0.hasPrefix("Recovered in grace: ") })
  }
}
