import Foundation
import OwnThreads
import Testing

@testable import churntopd

@Suite(.ownThread) struct `Tokens of a daemon that runs` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func token(_ arguments: String..., config: String) throws -> String {
    let ran = try RunningDaemon.run(["token"] + arguments + ["--config", config])
    #expect(ran.status == 0)
    return ran.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Asks until the answer has that status; the daemon looks at the file now and then.
  private func expect(_ status: Int, token: String, port: Int) async throws {
    for _ in 0..<300 {
      if await Loopback.get("/v1/prompts?account=a", token: token, port: port) == status { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("the answer never was \(status)")
  }

  @Test func `a token is made and revoked without a restart, and nonsense changes nothing`()
    async throws
  {
    let config = try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [server]
      port = 0
      tokens = "\(folder.file("tokens.json"))"
      [[appStore]]
      bundle = "com.example"
      """)
    let first = try token("create", "first", config: config)
    let daemon = try await RunningDaemon(config: config, folder: folder)
    try await expect(200, token: first, port: daemon.port)
    let second = try token("create", "second", config: config)
    try await expect(200, token: second, port: daemon.port)
    _ = try token("revoke", "first", config: config)
    try await expect(401, token: first, port: daemon.port)
    try folder.write("tokens.json", "[{")
    // A look in the middle of the write says that the file cannot be read; the next one reads it.
    for _ in 0..<300 where !daemon.diagnostics.contains("is not a file of tokens") {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(daemon.diagnostics.contains("is not a file of tokens"))
    try await expect(200, token: second, port: daemon.port)
    #expect(daemon.end(SIGTERM) == 0)
  }
}
