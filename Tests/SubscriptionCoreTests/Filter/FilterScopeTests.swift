import SubscriptionCore
import Testing

struct FilterScopeTests {
  private func problem(_ text: String, _ scope: FilterScope) -> FilterError? {
    do throws(FilterError) {
      _ = try Filter.parse(text, about: scope)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["type:fail", "source:play", "heard<1h", "actor:jo"])
  func `what only an event has is no field of a subscriber`(_ text: String) throws {
    let error = try #require(problem("state:hold -" + text, .subscribers))
    #expect(error.offset == 12)
    #expect(error.text.contains("'churntop events'"))
    #expect(problem("state:hold -" + text, .events) == nil)
  }

  @Test(arguments: [("type:refnd", "refund"), ("source:plai", "play"), ("tpye:fail", "type")])
  func `a mistyped word of events has a suggestion`(_ text: String, _ name: String) {
    #expect(problem(text, .events)?.suggestion == name)
  }

  @Test func `a field of events is not suggested for subscribers`() {
    #expect(problem("tpye:fail", .subscribers)?.suggestion == nil)
  }

  @Test func `completion offers what the filter can be about`() {
    #expect(Filter.completions(in: "ty", at: 2).isEmpty)
    #expect(Filter.completions(in: "ty", at: 2, about: .events) == ["type:"])
    let first = Filter.offers(in: "", at: 0, about: .events).first
    #expect(first?.text == "type:")
    #expect(
      Filter.completions(in: "type:re", at: 7, about: .events).prefix(3)
        == ["recover", "renew", "refund"])
    #expect(Filter.offers(in: "heard<", at: 6, about: .events).map(\.text).contains("1h"))
  }

  @Test(arguments: [
    ("failed:yesterday", true), ("ended>=2026-11-01", true), ("-(state:hold | ended:today)", true),
    ("failed<7d", false), ("ended>=2026-11-01T09:00Z state:grace", false), ("", false),
  ])
  func `a filter that names a day is known, and completion says whose day it is`(
    text: String, namesDay: Bool
  ) throws {
    #expect(try Filter.parse(text).namesDay == namesDay)
    let offers = Filter.offers(in: "ended:", at: 6)
    #expect(offers.filter { $0.help == "the day in UTC" }.map(\.text) == ["today", "yesterday"])
  }

  @Test(arguments: ["type:fail,DID_RENEW -source:test heard<1h", "type:~PERIOD actor:jo"])
  func `a filter about events is written as it was read`(_ text: String) throws {
    let filter = try Filter.parse(text, about: .events)
    #expect(filter.description == text)
    #expect(try Filter.parse(filter.description, about: .events) == filter)
  }
}
