import Foundation
import ProgramConventions
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct SimulationFolderTests {
  @Test func `only the ledger of an earlier simulation is removed`() throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    try place.clear()
    try folder.write("ledger.sqlite", "somebody's")
    #expect(throws: CommandError.self) { try place.clear() }
    #expect(FileManager.default.fileExists(atPath: place.ledger))
    try folder.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    try place.clear()
    #expect(!FileManager.default.fileExists(atPath: place.ledger))
  }

  @Test func `the ledger of a simulation that runs is left alone`() throws {
    let folder = try DaemonFolder()
    let place = try SimulationFolder(folder.path)
    let began = Timestamp(seconds: 1_760_000_000)
    try place.write(AcceleratedClock(start: began - .days(1), began: began, speed: 360))
    try folder.write("churntopd.toml", "# The fake stores of 'churntopd simulate'.\n")
    try folder.write("ledger.sqlite", "")
    let sign = try #require(FeedSign(ledger: place.ledger))
    let error = #expect(throws: CommandError.self) { try place.clear() }
    #expect(error.map { "\($0)".contains("runs in \(folder.path) already") } == true)
    #expect(FileManager.default.fileExists(atPath: place.ledger))
    sign.end()
    try place.clear()
    #expect(AcceleratedClock(beside: place.ledger) == nil)
  }
}
