import Foundation
import ProgramConventions
import Testing

/// The sign that somebody feeds a ledger.
struct FeedSignTests {
  private let ledger = NSTemporaryDirectory() + "feed-sign-\(UUID().uuidString).sqlite"

  @Test func `the sign is shown until it is ended, by several at once`() throws {
    defer { unlink(ledger + ".feed") }
    #expect(!FeedSign.isShown(beside: ledger))
    let first = try #require(FeedSign(ledger: ledger))
    #expect(FeedSign.isShown(beside: ledger))
    let second = try #require(FeedSign(ledger: ledger))
    first.end()
    #expect(FeedSign.isShown(beside: ledger))
    second.end()
    #expect(!FeedSign.isShown(beside: ledger))
    #expect(FileManager.default.fileExists(atPath: ledger + ".feed"))
  }

  @Test func `a sign that nobody ended goes with its owner`() throws {
    defer { unlink(ledger + ".feed") }
    var sign = FeedSign(ledger: ledger)
    #expect(sign != nil)
    #expect(FeedSign.isShown(beside: ledger))
    sign = nil
    #expect(!FeedSign.isShown(beside: ledger))
  }

  @Test func `where nothing can be written there is no sign`() {
    #expect(FeedSign(ledger: "/proc/nowhere/ledger.sqlite") == nil)
    #expect(!FeedSign.isShown(beside: "/proc/nowhere/ledger.sqlite"))
  }

  @Test func `a link in the place of the sign is not followed`() throws {
    let other = ledger + ".other"
    defer { for path in [ledger + ".feed", other] { unlink(path) } }
    try "text".write(toFile: other, atomically: false, encoding: .utf8)
    try #require(symlink(other, ledger + ".feed") == 0)
    #expect(FeedSign(ledger: ledger) == nil)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "text")
  }
}
