import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Lives as drawings: upper case told, lower case expected, `|` the present.
struct TimelineForecastTests {
  static func spans(_ subscriber: Subscriber) -> [Timeline.Span] {
    TimelineForecast.spans(
      subscriber.timeline(at: TestWorld.now, policy: .standard),
      for: subscriber.status(at: TestWorld.now, policy: .standard))
  }

  static let cases: [(String, String, String)] = [
    (
      "an active plan goes on past its renewal", "as_2000000900000001",
      "AAAAAAAAAAAAAAAAAAAA|aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    ),
    (
      "grace ends and the tries go on", "as_2000000900000002",
      "AAAAAAAAAAAAAAAAGGGG|ggghhhhhhhhhhhhhhhhhhhhhh...."
    ),
    (
      "hold ends with the tries", "gp_0a1b2c3d4e5f6071",
      "AAAAAGGHHHHHHHHHHHHH|h............................"
    ),
    (
      "what was canceled ends", "as_2000000900000006",
      "            AAACCCCC|cccccc......................."
    ),
    (
      "what expired stays so", "as_2000000900000007",
      "....................|............................."
    ),
    (
      "a pause ends and payment begins again", "gp_0a1b2c3d4e5f6079",
      "AAAAAAAAAAAAAAPPPPPP|ppppppppaaaaaaaaaaaaaaaaaaaaa"
    ),
  ]

  @Test(arguments: cases)
  func `a life is drawn as far as anybody knows`(_ life: (String, String, String)) throws {
    let (_, id, drawing) = life
    let world = try TestWorld.usual()
    let subscriber = try #require(try world.ledger.subscriber(SubscriptionID(id)))
    let spans = Self.spans(subscriber)
    let scale = TimeScale(showing: TestWorld.now, zoom: .days2, width: 50)
    var bar = TimelineBar(scale: scale)
    bar.paint(spans, now: TestWorld.now)
    bar.mark(.today, at: TestWorld.now)
    let glyphs = DashboardAppearance.glyphs(.ascii, theme: .plain)
    let text = bar.cells.reduce(into: "") { text, cell in
      switch cell {
      case .empty: text.append(" ")
      case .fill(let kind, let projected): text.append(glyphs[kind.glyph(projected: projected)])
      case .mark(let mark): text.append(glyphs[mark.glyph])
      }
    }
    #expect(text == drawing)
  }

  @Test func `the end of access is the next one, or else the last`() throws {
    let world = try TestWorld.usual()
    func end(_ id: SubscriptionID) throws -> String? {
      let subscriber = try #require(try world.ledger.subscriber(id))
      return TimelineForecast.accessEnd(of: Self.spans(subscriber), at: TestWorld.now)
        .map { DateFormatting(now: TestWorld.now).lastDay($0) }
    }
    #expect(try end("as_2000000900000001") == nil)
    #expect(try end("as_2000000900000002") == "26 Nov")
    #expect(try end("gp_0a1b2c3d4e5f6071") == "23 Oct")
  }
}
