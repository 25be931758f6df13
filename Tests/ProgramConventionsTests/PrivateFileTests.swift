import Foundation
import Testing

@testable import ProgramConventions

@Suite struct PrivateFileTests {
  private let folder = NSTemporaryDirectory() + "private-\(UUID().uuidString)"

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `it is made with its folder, and nobody else may read either`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/state/places.toml"
    try PrivateFile.replace(path, with: "a = 1\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 1\n")
    #expect(try mode(path) == 0o600)
    #expect(try mode(folder + "/state") == 0o700)
  }

  @Test func `it is replaced as a whole, whatever was left of an earlier try`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/tokens.json"
    try PrivateFile.replace(path, with: "a long text that was there before\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path).part-\(getpid())", withDestinationPath: folder + "/elsewhere")
    try PrivateFile.replace(path, with: Data("short\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "short\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tokens.json"])
  }

  @Test func `what cannot be written is named with why, and nothing is left beside it`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/taken"
    try FileManager.default.createDirectory(
      atPath: path + "/inside", withIntermediateDirectories: true)
    let error = #expect(throws: PrivateFile.NotWritten.self) {
      try PrivateFile.replace(path, with: "x")
    }
    #expect(error?.description == "\(path) cannot be written: is a directory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `a link that another user made is neither followed nor replaced`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (path, victim) = (folder + "/key.p8", folder + "/notes.txt")
    try PrivateFile.replace(victim, with: "mine\n")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
    try #require(lchown(path, 65_534, 65_534) == 0)
    #expect(throws: PrivateFile.NotWritten.self) { try PrivateFile.replace(path, with: "x") }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine\n")
    try #require(lchown(path, geteuid(), getegid()) == 0)
    try PrivateFile.replace(path, with: "x")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "x")
  }

  @Test func `an own folder is no link, and nobody else's, and closed to others`() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(folder.isOwnFolder)
    for mode: mode_t in [0o775, 0o757, 0o1777] {
      try #require(chmod(folder, mode) == 0)
      #expect(!folder.isOwnFolder, "\(mode)")
    }
    try #require(chmod(folder, 0o700) == 0)
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
    #expect(!link.isOwnFolder && !(folder + "/none").isOwnFolder)
    guard geteuid() == 0 else { return #expect(!"/usr".isOwnFolder) }
    try #require(chown(folder, 65_534, 65_534) == 0)
    #expect(!folder.isOwnFolder)
  }

  @Test func `a pipe is no file, and stays one`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: PrivateFile.NotWritten.self) { try PrivateFile.replace(path, with: "x") }
    var found = stat()
    #expect(stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFIFO)
  }
}
