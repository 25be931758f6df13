import Foundation
import ProgramConventions
import Testing
import Webhook

@testable import churntopd

@Suite struct TokenFileTests {
  private let folder: DaemonFolder
  private let file: TokenFile

  init() throws {
    folder = try DaemonFolder()
    file = TokenFile(path: folder.file("tokens.json"))
  }

  private static func token(_ name: String) -> AccessToken {
    AccessToken(name: name, hash: AccessToken.hash(of: name), scopes: [.promptsRead])
  }

  @Test func `no other command changes the file between reading and writing it`() throws {
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    try file.update { book in
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      book.tokens.append(Self.token("one"))
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(try file.load().tokens.map(\.name) == ["one"])
  }

  @Test func `a change that fails leaves the file as it was, and lets the next one in`() throws {
    try file.update { $0.tokens.append(Self.token("one")) }
    #expect(throws: CommandError.self) {
      try file.update { book in
        book.tokens = []
        throw CommandError.notFound("no")
      }
    }
    try file.update { $0.tokens.append(Self.token("two")) }
    #expect(try file.load().tokens.map(\.name) == ["one", "two"])
  }

  @Test func `an entry that makes no sense is named, with what can be done about it`() throws {
    try folder.write(
      "tokens.json", #"[{"name": "one", "sha256": "zz", "scopes": []}]"#, mode: 0o600)
    let error = #expect(throws: CommandError.self) { try file.read() }
    #expect(error?.description.contains("token 'one'") == true)
    #expect(error?.description.contains("Remove its entry from the file") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root writes for others"))
  func `what root makes or changes is its daemon's to read`() throws {
    func owners() throws -> [UInt32] {
      var found = stat()
      try #require(stat(file.path, &found) == 0)
      return [found.st_uid, found.st_gid]
    }
    try #require(chown(folder.path, 65_534, 65_533) == 0)
    try file.update { $0.tokens.append(Self.token("one")) }
    #expect(try owners() == [65_534, 65_533], "as the folder")
    try #require(chown(file.path, 65_532, 65_531) == 0)
    try file.update { $0.tokens.append(Self.token("two")) }
    #expect(try owners() == [65_532, 65_531], "as before")
    #expect(FileMode(of: file.path)?.permissions == 0o600)
  }

  @Test func `a relative link is followed, watched, and left as it is`() throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder.file("..data"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: file.path, withDestinationPath: "..data/tokens.json")
    let real = TokenFile(path: folder.file("..data/tokens.json"))
    try real.save(TokenStore([Self.token("one"), Self.token("two")]))
    var watch = TokenWatch(file)
    #expect(try watch.begin().tokens.map(\.name) == ["one", "two"])
    try file.update { book in book.tokens.removeAll { $0.name == "one" } }
    #expect(try real.read().tokens.map(\.name) == ["two"])
    #expect(watch.look() == .changed(try real.read()))
    #expect(try files.destinationOfSymbolicLink(atPath: file.path) == "..data/tokens.json")
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: real.path)
    #expect(throws: CommandError.self) { try file.read() }
  }
}
