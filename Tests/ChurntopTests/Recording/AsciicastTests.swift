import SubscriptionCore
import TerminalUI
import Testing

@testable import churntop

@Suite struct AsciicastTests {
  private func picture(_ text: String, width: Int = 10) -> Frame {
    var frame = Frame(size: Size(width: width, height: 2))
    frame.put(text, at: Point(x: 0, y: 1))
    return frame
  }

  @Test func `the head says size, version and time`() throws {
    let head = try TestJSON(
      Asciicast.head(size: Size(width: 80, height: 24), startedAt: .epoch + .seconds(5)))
    #expect(head["version"].number == 2)
    #expect(head["width"].number == 80)
    #expect(head["height"].number == 24)
    #expect(head["timestamp"].number == 5)
  }

  @Test func `only rows that changed are written, and nothing where none did`() {
    var cast = Asciicast(theme: .plain, tier: .mono)
    #expect(cast.lines(picture("one"), at: 0).count == 1)
    #expect(
      cast.lines(picture("two"), at: 1500) == [#"[1.5,"o","\u001b[2;1Htwo       "]"#])
    #expect(cast.lines(picture("two"), at: 1600) == [])
  }

  @Test func `another size is told before the screen is drawn anew`() {
    var cast = Asciicast(theme: .plain, tier: .mono)
    _ = cast.lines(picture("one"), at: 0)
    let lines = cast.lines(picture("one", width: 20), at: 2000)
    #expect(lines.first == #"[2,"r","20x2"]"#)
    #expect(lines.last?.contains(#"\u001b[2J"#) == true)
  }
}
