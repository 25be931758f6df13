import Foundation
import OwnThreads
import ProgramConventions
import Synchronization
import Testing

@testable import churntop

@Suite(.ownThread) struct LedgerWatchTests {
  private final class Count: Sendable {
    let told = Mutex(0)

    /// Waits until something was told so often.
    func isTold(_ times: Int = 1) -> Bool {
      for _ in 0..<1_000 {
        if told.withLock({ $0 }) >= times { return true }
        usleep(10_000)
      }
      return false
    }
  }

  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "/churntop-watch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test(arguments: ["ledger.sqlite", "ledger.sqlite-wal"])
  func `a write to a file of the ledger is told, one to a neighbour is not`(
    _ file: String
  ) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("", to: folder + "/ledger.sqlite")
    try write("", to: folder + "/notes.txt")
    let count = Count()
    let watch = try #require(
      LedgerWatch(folder + "/ledger.sqlite") { count.told.withLock { $0 += 1 } })
    defer { watch.stop() }
    let other = Count()
    // The kernel tells both in one go, and this one of every file.
    let witness = try #require(FolderWatch(folder) { other.told.withLock { $0 += 1 } })
    defer { witness.end() }
    for number in 1...3 {
      let note = try #require(FileHandle(forWritingAtPath: folder + "/notes.txt"))
      try note.write(contentsOf: Data("a note".utf8))
      try note.close()
      #expect(other.isTold(number))
    }
    #expect(count.told.withLock { $0 } == 0)
    try write("a page", to: folder + "/" + file)
    #expect(count.isTold())
  }

  @Test func `a ledger behind a relative link is watched where its file is`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["real", "link"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    try write("", to: folder + "/real/l.sqlite")
    let link = folder + "/link/l.sqlite"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../real/l.sqlite")
    let count = Count()
    let watch = try #require(LedgerWatch(link) { count.told.withLock { $0 += 1 } })
    defer { watch.stop() }
    let sign = try #require(FeedSign(ledger: folder + "/real/l.sqlite"))
    #expect(count.isTold())
    #expect(FeedSign.isShown(beside: link))
    sign.end()
    #expect(!FeedSign.isShown(beside: link))
  }

  @Test func `a write is told again, for a transaction that counts after its last write`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("", to: folder + "/ledger.sqlite-wal")
    let count = Count()
    let watch = try #require(
      LedgerWatch(folder + "/ledger.sqlite") { count.told.withLock { $0 += 1 } })
    defer { watch.stop() }
    let file = try #require(FileHandle(forWritingAtPath: folder + "/ledger.sqlite-wal"))
    try file.write(contentsOf: Data("a page".utf8))
    #expect(count.isTold(3))
  }

  @Test func `a folder that is not there gives no watch`() {
    #expect(LedgerWatch("/nowhere/at/all/ledger.sqlite") {} == nil)
  }
}
