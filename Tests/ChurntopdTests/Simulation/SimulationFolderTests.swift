import Foundation
import OwnThreads
import ProgramConventions
import SimulatedStores
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct SimulationFolderTests {
  @Test func `only the ledger of an earlier simulation is removed`() throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    #expect(try !place.clear(), "there was none to replace")
    try folder.write("ledger.sqlite", "somebody's")
    #expect(throws: CommandError.self) { try place.clear() }
    #expect(FileManager.default.fileExists(atPath: place.ledger))
    try folder.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    #expect(throws: CommandError.needsALook) {
      try place.clear { () throws(CommandError) in throw .needsALook }
    }
    #expect(FileManager.default.fileExists(atPath: place.ledger))
    #expect(try place.clear())
    #expect(!FileManager.default.fileExists(atPath: place.ledger))
  }

  @Test(arguments: ["churntopd.toml", "key.p8", "connect.p8", "account.json", "root.der"])
  func `a file that no simulation has written is left alone`(name: String) throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    try folder.write(name, "somebody's")
    let error = #expect(throws: CommandError.self) { try place.clear() }
    #expect(error.map { "\($0)".contains(folder.file(name)) } == true)
    try folder.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    #expect(try !place.clear())
    #expect(FileManager.default.fileExists(atPath: folder.file(name)))
  }

  @Test func `a folder of something else is left alone, and one with hidden files alone is taken`()
    throws
  {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    try folder.write(".keep", "")
    #expect(try !place.clear())
    try folder.write("passwd", "somebody's")
    let error = #expect(throws: CommandError.self) { try place.clear() }
    #expect(error.map { "\($0)".contains("not of a simulation") } == true)
    try folder.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    #expect(try !place.clear())
  }

  @Test func `the configuration is sound whatever the name of the folder`() async throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.file("a \"name\" with a \\"))
    let present = Dependencies.current.clock()
    let stores = try FakeStores(subscribers: 5, start: present, clock: { present })
    try await FakeStoreServer.serving(stores) { addresses in
      _ = try await place.write(stores, at: addresses, port: 0)
    }
    let check = ConfigurationCheck(path: place.configuration, dependencies: Dependencies.current)
    #expect(check.problems == [])
  }

  @Test func `a relative folder is made absolute, as its configuration has to be`() throws {
    let name = "churntopd-\(UUID().uuidString)"
    let place = try SimulationFolder(name)
    defer { try? FileManager.default.removeItem(atPath: place.path) }
    #expect(place.path == FileManager.default.currentDirectoryPath + "/" + name)
    #expect(place.configuration.hasPrefix("/") && place.ledger.hasPrefix("/"))
  }

  @Test func `a folder into which others may put files is refused, and a link to one`() throws {
    let folder = try DaemonFolder()
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    #expect(throws: CommandError.self) { try SimulationFolder(link) }
    #expect(chmod(folder.path, 0o777) == 0)
    let error = #expect(throws: CommandError.self) { try SimulationFolder(folder.path) }
    #expect(error.map { "\($0)".contains("belongs to you") } == true)
    #expect(chmod(folder.path, 0o755) == 0)
    #expect(throws: Never.self) { try SimulationFolder(folder.path) }
  }

  @Test func `the ledger of a simulation that runs is left alone`() throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    let began = Timestamp(seconds: 1_760_000_000)
    try place.write(AcceleratedClock(start: began - .days(1), began: began, speed: 360))
    try folder.write("ledger.sqlite", "")
    let sign = try #require(FeedSign(ledger: place.ledger))
    let error = #expect(throws: CommandError.self) { try place.clear() }
    #expect(error.map { "\($0)".contains("runs in \(folder.path) already") } == true)
    #expect(FileManager.default.fileExists(atPath: place.ledger))
    sign.end()
    #expect(try place.clear())
    #expect(AcceleratedClock(beside: place.ledger) == nil)
  }
}
