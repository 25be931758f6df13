import Foundation
import ProgramConventions
import Testing
import Webhook

@testable import churntopd

@Suite struct TokenWatchTests {
  private let folder: DaemonFolder
  private let file: TokenFile

  init() throws {
    folder = try DaemonFolder()
    file = TokenFile(path: folder.file("tokens.json"))
  }

  private static func book(_ names: String...) -> TokenStore {
    TokenStore(
      names.map { AccessToken(name: $0, hash: AccessToken.hash(of: $0), scopes: [.promptsRead]) })
  }

  @Test func `a change is noticed once, and what does not change is not read`() throws {
    var watch = TokenWatch(file)
    #expect(try watch.begin() == TokenStore(), "there is no file yet")
    #expect(watch.look() == nil)
    try file.save(Self.book("one"))
    #expect(watch.look() == .changed(Self.book("one")))
    #expect(watch.look() == nil)
    try file.save(Self.book("one", "two"))
    try file.save(Self.book("two"))
    #expect(watch.look() == .changed(Self.book("two")))
    try file.save(TokenStore())
    #expect(watch.look() == .changed(TokenStore()), "the last one may be revoked")
  }

  @Test(arguments: [
    ("no JSON", 0o600), ("{}", 0o600), (#"[{"name":"a","sha256":"00","scopes":[]}]"#, 0o600),
    ("", 0o600), ("[]", 0o644), ("[]", 0o620),
  ])
  func `a file that cannot be used changes nothing and is told of once`(
    _ text: String, _ mode: Int
  ) throws {
    try file.save(Self.book("one"))
    var watch = TokenWatch(file)
    #expect(try watch.begin() == Self.book("one"))
    try folder.write("tokens.json", text, mode: mode)
    guard case .unusable(let error)? = watch.look() else {
      Issue.record("it was used")
      return
    }
    #expect(error.lines.joined().contains("tokens.json"))
    #expect(watch.look() == nil)
    try file.save(Self.book("one", "two"))
    #expect(watch.look() == .changed(Self.book("one", "two")))
  }

  @Test func `a file that is gone revokes nothing, and mending the mode is a change`() throws {
    try file.save(Self.book("one"))
    var watch = TokenWatch(file)
    _ = try watch.begin()
    #expect(chmod(file.path, 0o644) == 0)
    guard case .unusable? = watch.look() else {
      Issue.record("others may read it")
      return
    }
    #expect(chmod(file.path, 0o600) == 0)
    #expect(watch.look() == .changed(Self.book("one")))
    #expect(unlink(file.path) == 0)
    guard case .unusable? = watch.look() else {
      Issue.record("a file that is gone was used")
      return
    }
    #expect(watch.look() == nil)
  }
}
