import Logging
import Testing

@testable import Webhook

@Suite struct RepeatedLinesTests {
  private static let full = RepeatedLines.Line(level: .error, text: "the disk is full")

  @Test func `the first is told at once, and what follows once a minute with its count`() {
    var lines = RepeatedLines()
    #expect(lines.note(Self.full, at: .zero) == Self.full)
    for _ in 0..<823 { #expect(lines.note(Self.full, at: .seconds(1)) == nil) }
    #expect(lines.due(at: .seconds(59)) == [])
    let sum = lines.due(at: .seconds(60))
    #expect(sum.map(\.text) == ["the disk is full (823 more times in 60 s)"])
    #expect(sum.map(\.level) == [.error])
    #expect(lines.due(at: .seconds(600)) == [], "what was told is not told again")
    #expect(lines.note(Self.full, at: .seconds(61)) == nil)
    #expect(
      lines.note(Self.full, at: .seconds(121))?.text
        == "the disk is full (2 more times in 61 s)")
  }

  @Test func `another line is told at once, and a quiet minute makes one new again`() {
    var lines = RepeatedLines()
    let other = RepeatedLines.Line(level: .warning, text: "no route")
    _ = lines.note(Self.full, at: .zero)
    #expect(lines.note(other, times: 3, at: .zero)?.text == "no route (3 times)")
    #expect(lines.note(Self.full, at: .seconds(60)) == Self.full)
    _ = lines.note(Self.full, at: .seconds(61))
    #expect(
      lines.due(at: .seconds(62), isEnd: true).map(\.text)
        == ["the disk is full (once more in 2 s)"])
  }

  @Test func `what works again is told behind all that failed until then`() {
    let lines = LineList(level: .notice)
    let logger = Logger(label: "test", factory: { _ in lines.handler })
    let errors = ErrorLog(logger, uptime: { .zero })
    for _ in 0..<3 { errors.tell(.error, Self.full.text) }
    errors.tellRecovery("the disk has room")
    errors.tellSums(isEnd: true)
    #expect(
      lines.all
        == ["the disk is full", "the disk is full (2 more times in 0 s)", "the disk has room"])
  }

  @Test func `lines that are never the same do not fill the log`() {
    var lines = RepeatedLines()
    let told = (0..<1_000).compactMap { number in
      lines.note(RepeatedLines.Line(level: .error, text: "\(number)"), at: .seconds(1))
    }
    #expect(told.count == RepeatedLines.linesMax + 1)
    let sum = lines.due(at: .seconds(100)).map(\.text)
    #expect(sum == ["there are further errors (967 more times in 99 s)"])
  }
}
