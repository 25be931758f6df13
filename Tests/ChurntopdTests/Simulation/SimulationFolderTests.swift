import Foundation
import ProgramConventions
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
}
