import Dashboard
import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@Suite struct ExportTests {
  @Test(arguments: [
    ("c", "churntop-subscribers-2025-11-20.csv"), ("j", "churntop-subscribers-2025-11-20.json"),
    ("l", "churntop-subscribers-2025-11-20.jsonl"), ("m", "churntop-subscribers-2025-11-20.md"),
  ])
  func `the file has a usual name that one may change`(key: String, name: String) throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("e", key)
    #expect(driver.text.contains(name), "\(driver.text)")
    driver.press("Esc")
    #expect(driver.effects.isEmpty)
  }

  @Test func `the list goes with its filter and its order`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 2)
    })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter", "I", "e", "c", "Enter")
    let request = try #require(seen.withLock { $0 })
    guard case .rows(let sections, _, _) = request.content else {
      Issue.record("\(request.content)")
      return
    }
    #expect(sections.map(\.filter) == [try Filter.parse("state:grace")])
    #expect(sections.map(\.descending) == [true])
    #expect(driver.text.contains("Wrote 2 rows to churntop-subscribers-2025-11-20.csv"))
  }

  @Test func `where rows are marked, they alone are written, as they are copied`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 2)
    })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("Space", "j", "Space", "e")
    #expect(driver.text.contains("Write 2 marked to a file"), "\(driver.text)")
    driver.press("c", "Enter")
    let request = try #require(seen.withLock { $0 })
    guard case .rows(_, let marked, _) = request.content else {
      Issue.record("\(request.content)")
      return
    }
    #expect(Set(marked).count == 2)
    #expect(driver.text.contains("Wrote 2 rows"), "\(driver.text)")
  }

  @Test func `events go with their filter, the time they are shown at and the masks`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 2)
    })
    var driver = Driver(try .usual(), screen: .events, outside: outside)
    driver.press("^g", "/")
    driver.type("type:fail")
    driver.press("Enter", "h", "e")
    #expect(driver.text.contains("Write events, only type:fail to a file"), "\(driver.text)")
    driver.press("c", "Enter")
    let request = try #require(seen.withLock { $0 })
    guard case .events(let events) = request.content else {
      Issue.record("\(request.content)")
      return
    }
    #expect(events.filter == (try Filter.parse("type:fail", about: .events)))
    #expect(events.until == TestWorld.time("2025-11-20T16:45:00Z"))
    #expect(request.masksPersonalData)
    #expect(driver.text.contains("Wrote 2 events to churntop-events-2025-11-20.csv"))
  }

  private struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  private enum Bare: Error { case failed(String) }

  @Test func `what cannot be written is said in plain words, and the path stays to be changed`()
    throws
  {
    let tries = Mutex(0)
    let outside = DashboardDependencies(export: { request, _, _ in
      guard
        tries.withLock({
          $0 += 1; return $0
        }) > 1
      else {
        throw Refusal(description: "/nope/x.csv: no such file or directory.")
      }
      return .exported(request, rows: 2)
    })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("e", "c", "^u")
    driver.type("/nope/x.csv")
    driver.press("Enter")
    #expect(
      driver.text.contains("Nothing was written. /nope/x.csv: no such file or directory."),
      "\(driver.text)")
    #expect(driver.lines.contains { $0.contains("/nope/x.csv") && !$0.contains("no such") })
    driver.press("Bksp", "Bksp", "Bksp", "Bksp", "Enter")
    #expect(driver.text.contains("Wrote 2 rows to /nope/x"), "\(driver.text)")
  }

  @Test func `no message shows the source of an error`() throws {
    let outside = DashboardDependencies(
      words: { _, _ in throw Bare.failed("x") }, export: { _, _, _ in throw Bare.failed("x") })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("y", "j")
    #expect(!driver.text.contains("failed("), "\(driver.text)")
    #expect(driver.text.contains("Nothing was copied"))
  }

  @Test func `a file is replaced only after a question`() throws {
    let outside = DashboardDependencies(export: { request, _, _ in
      request.overwrites ? .exported(request, rows: 9) : .fileExists(request)
    })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("e", "c", "Enter")
    #expect(driver.text.contains("There is a file churntop-subscribers"), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.text.contains("Write subscribers as csv to"), "\(driver.text)")
    driver.press("Enter", "y")
    #expect(driver.text.contains("Wrote 9 rows"), "\(driver.text)")
  }

  @Test func `it says how far it is, and Esc stops it`() throws {
    var model = Driver(try .usual(), screen: .subscribers).model
    let now = TestWorld.now
    for key in ["e", "c", "Enter"] {
      _ = KeyPress(notation: key).map { model.update(.key($0), machineNow: now) }
    }
    _ = model.update(.backgroundTask(.writing(rows: 1500)), machineNow: now)
    let line = DashboardView(model: model).frame(size: model.size).lines[0]
    #expect(line.contains("writing 1,500 rows"), "\(line)")
    let effects = model.update(.key(KeyPress(.escape)), machineNow: now)
    #expect(effects.contains(.backgroundTask(.stop)))
  }

  @Test func `an empty list is not written`() {
    var driver = Driver(TestWorld(), screen: .subscribers)
    driver.press("e")
    #expect(driver.text.contains("the list is empty"), "\(driver.text)")
  }
}
