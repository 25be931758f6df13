import Logging
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct LineLogHandlerTests {
  private func line(isJournal: Bool, _ body: (Logger) -> Void) -> String {
    body(
      Logger(label: "test") { _ in
        LineLogHandler(level: .info, isJournal: isJournal, clock: { .epoch }) { line in
          Self.written.withLock { $0 = line }
        }
      })
    return Self.written.withLock(\.self)
  }

  private static let written = Mutex("")

  @Test func `a line is one line, whatever is in it`() {
    let text = line(isJournal: false) { logger in
      logger.warning("a\nb\u{1B}[31m", metadata: ["why": "two words", "n": "1"])
    }
    #expect(text.hasPrefix("1970-01-01T00:00:00Z warning a"))
    #expect(text.hasSuffix(" n=1 why=\"two words\"\n"))
    #expect(text.filter { $0 == "\n" }.count == 1 && !text.contains("\u{1B}"))
    let journal = line(isJournal: true) { $0.error("down") }
    #expect(journal == "<3>down\n")
    let quiet = line(isJournal: true) { logger in
      logger.error("heard")
      logger.debug("not heard")
    }
    #expect(quiet == "<3>heard\n")
  }
}
