import ProgramConventions
import Testing

@Suite struct `The line of a long command` {
  @Test func `says how far it has come, how fast, and how long it takes yet`() {
    var meter = ProgressMeter(total: 1_000_000)
    meter.note(0, at: .seconds(5))
    #expect(meter.text == "[....................] 0 %  0 of 1,000,000")
    for second in 1...120 { meter.note(second * 50, at: .seconds(5 + second)) }
    #expect(
      meter.text
        == "[....................] 0 %  6,000 of 1,000,000, 50 a second, 5 h 31 min left")
    meter.note(400_000, at: .seconds(200))
    #expect(meter.text.hasPrefix("[########............] 40 %  400,000 of 1,000,000, "))
    meter.note(1_000_000, at: .seconds(300))
    #expect(meter.text.hasPrefix("[####################] 100 %  1,000,000 of 1,000,000"))
    #expect(meter.text.hasSuffix(", 0 s left"))
  }

  @Test func `measures the last minute alone`() {
    var meter = ProgressMeter(total: 1_000)
    for second in 0...60 { meter.note(second, at: .seconds(second)) }
    for second in 61...130 { meter.note(60, at: .seconds(second)) }
    #expect(meter.rate == nil)
    for second in 131...190 { meter.note(60 + (second - 130) * 2, at: .seconds(second)) }
    #expect(meter.rate == 2)
    #expect(meter.text.hasSuffix("] 18 %  180 of 1,000, 2.0 a second, 6 min 50 s left"))
  }

  @Test func `of nothing is done`() {
    #expect(ProgressMeter(total: 0).text == "[####################] 100 %  0 of 0")
    #expect(ProgressMeter.bar(share: 140) == ProgressMeter.bar(share: 100))
  }
}
