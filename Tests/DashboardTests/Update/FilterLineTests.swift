import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct FilterLineTests {
  @Test(arguments: [80, 120])
  func `a long filter is cut before the number of its matches`(_ width: Int) throws {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: width, height: 24))
    driver.press("/")
    let rest = Array(repeating: "env:production", count: 8).joined(separator: " ")
    driver.type("state:grace " + rest)
    driver.press("Enter")
    let line = driver.lines.first { $0.contains("/ state:grace") } ?? ""
    #expect(line.contains("… · 2 match"), "\(driver.text)")
  }

  /// Sells a subscription whose order no row shows.
  private func sell(in world: inout TestWorld) {
    world.tell("gp_00112233445566aa", .purchased, TestWorld.now - .days(2), "acc-1") {
      $0.orderID = "GPA.1234-5678-9012-34567"
      $0.expiresAt = TestWorld.now + .days(28)
    }
  }

  @Test func `the list narrows with every letter and the count is beside it`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    #expect(driver.text.contains("/ state:grace"))
    #expect(driver.text.contains("2 match"))
    #expect(!driver.text.contains("Jo Lindqvist"))
    driver.press("Enter")
    #expect(driver.text.contains("/ state:grace · 2 match"))
  }

  @Test func `an error stands under its place and keeps the last good rows`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    driver.send(.paste(" stat:x"))
    let lines = driver.lines
    let status = try #require(lines.firstIndex { $0.contains("/ state:grace stat:x") })
    let column = try #require(lines[status].firstRange(of: "stat:x"))
    let caret = try #require(lines[status + 1].firstIndex(of: "^"))
    #expect(
      lines[status].distance(from: lines[status].startIndex, to: column.lowerBound)
        == lines[status + 1].distance(from: lines[status + 1].startIndex, to: caret))
    #expect(driver.text.contains("did you mean state?"))
    #expect(driver.text.contains("Ada Okafor"))
    driver.press("Enter")
    #expect(driver.model.input != .none)
  }

  @Test func `on a small screen the nearest name has room beside help`() throws {
    var driver = Driver(
      try TestWorld.usual(), screen: .subscribers, size: Size(width: 80, height: 24))
    driver.press("/")
    driver.type("loses<3d stat:grace")
    let last = try #require(driver.lines.last)
    #expect(last.contains("^ did you mean state?"))
    #expect(last.hasSuffix("F1 help"))
  }

  @Test func `the slash searches from Overview as well`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .overview)
    driver.press("/")
    driver.type("ada")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.text.contains("1 match"))
  }

  @Test func `an identifier that no row shows is looked for with Enter`() throws {
    var world = TestWorld()
    sell(in: &world)
    _ = try world.ledger.append(world.entries, now: TestWorld.now)
    var driver = Driver(world, screen: .overview)
    driver.press("/")
    driver.type("GPA.1234-5678-9012-34567")
    #expect(driver.text.contains("looks for GPA.1234-5678-9012-34567 in the whole ledger"))
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.text.contains("gp_00112233445566aa"))
    driver.press("Esc")
    #expect(driver.text.contains("no filter"))
  }

  @Test func `a piece of an order typed behind a filter is looked for in the whole ledger`()
    throws
  {
    var world = TestWorld()
    world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
    sell(in: &world)
    _ = try world.ledger.append(world.entries, now: TestWorld.now)
    var driver = Driver(world, screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter", "/")
    driver.type("9012-3456")
    #expect(driver.text.contains("looks for 9012-3456 in the whole ledger"), "\(driver.text)")
    #expect(driver.lines.last?.contains("look it up") == true)
    driver.press("Enter")
    #expect(driver.text.contains("gp_00112233445566aa"), "\(driver.text)")
  }

  @Test(arguments: [10, 40, 70, 100, 160])
  func `the caret stands under the fault, wherever the line has scrolled to`(length: Int) {
    var driver = Driver(TestWorld(), screen: .subscribers, size: Size(width: 80, height: 24))
    driver.press("/")
    driver.type(String(repeating: "a", count: length) + " xx:3")
    let row = driver.lines.firstIndex { $0.contains(" xx:3") } ?? 0
    let place = driver.lines[row].firstRange(of: "xx:3").map {
      driver.lines[row].distance(from: driver.lines[row].startIndex, to: $0.lowerBound)
    }
    let below = Array(driver.lines[row + 1])
    #expect(place.map { below.indices.contains($0) ? below[$0] : " " } == "^", "\(driver.text)")
    #expect(driver.lines[row + 1].contains("there is no field xx"))
  }

  @Test func `a name that was misheard leads to those near to it`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .overview)
    driver.press("/")
    driver.type("ada okafro")
    #expect(driver.text.contains("looks for ada okafro in the whole ledger"))
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.text.contains("Ada Okafor"))
    #expect(driver.text.contains("No match for ada okafro; this is the only similar name."))
    driver.press("Esc", "/")
    driver.type("zzzzzz")
    driver.press("Enter")
    #expect(driver.text.contains("No match for zzzzzz, no similar names."))
    #expect(driver.text.contains("no filter"))
  }

  @Test(arguments: [
    ("GPA.1234-5678", true), ("6677 88990", true), ("as_1", true), ("ada okafor", true),
    ("state:grace", false), ("\"6677\"", false), ("", false),
  ])
  func `whatever has no sign of the filter language may be a name`(
    _ text: String, _ mayBe: Bool
  ) {
    #expect(FilterEdit.canBeName(text) == mayBe)
  }

  @Test func `Esc puts the filter back as it was`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:hold")
    driver.press("Enter", "/", "^u")
    driver.type("state:paused")
    #expect(driver.text.contains("T. Nguyễn"))
    driver.press("Esc")
    #expect(driver.text.contains("/ state:hold"))
    #expect(driver.text.contains("R. Castellano"))
    #expect(!driver.text.contains("T. Nguyễn"))
  }

  @Test func `earlier filters come back with the arrow up`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    for text in ["state:hold", "state:grace"] {
      driver.press("/", "^u")
      driver.type(text)
      driver.press("Enter")
    }
    driver.press("Esc", "/", "Up", "Up", "Enter")
    #expect(driver.text.contains("/ state:hold · 2 match"))
  }

  @Test func `nobody matching is said in words with the way out`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("name:zzz")
    driver.press("Enter")
    #expect(driver.text.contains("No match for name:zzz."))
    #expect(driver.text.contains("Esc removes it"))
  }

  @Test func `nobody matches only so far while the demo's past is read`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.send(.loading(42))
    driver.press("/")
    driver.type("name:zzz")
    driver.press("Enter")
    #expect(driver.text.contains("No match for name:zzz so far: 42 % of the simulated past"))
    driver.send(.loading(nil))
    #expect(driver.text.contains("No match for name:zzz."))
  }

  @Test func `pasted text goes into the line and never counts as keys`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.send(.paste("Qq\u{1B}[2J"))
    #expect(!driver.model.isFinished)
    #expect(driver.text.contains("press / or : first"))
    driver.press("/")
    driver.send(.paste("state:hold"))
    #expect(driver.text.contains("2 match"))
  }

  @Test func `help has a key that is no letter, and what was typed is not lost`() throws {
    for size in [Size(width: 120, height: 36), Size(width: 80, height: 24)] {
      var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: size)
      driver.press("/")
      #expect(driver.lines.last?.contains("? help") == false)
      if size.width == 120 { #expect(driver.lines.last?.contains("F1 help") == true) }
      driver.type("stat:x ?")
      #expect(driver.text.contains("/ stat:x ?"), "\(driver.text)")
      if size.height == 24 { #expect(driver.lines.last?.contains("F1 help") == true) }
      driver.press("F1")
      #expect(driver.model.screen == .help)
      #expect(driver.model.input == .none)
      driver.press("Esc", "/", "Up")
      #expect(driver.text.contains("/ stat:x ?"), "\(driver.text)")
    }
  }

  @Test func `where nothing completes a line, the key that is named opens help`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("zzz")
    driver.press("Tab")
    #expect(driver.text.contains("Nothing completes this; F1 lists the fields."))
  }
}
