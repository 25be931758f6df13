import Foundation
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct `A daemon that reads its configuration again` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func configure(
    port: Int = 0, bundle: String = SimulatedWorld.bundle.rawValue, root: String? = "root.der",
    tokens: String = "tokens.json", more: String = ""
  ) throws -> String {
    try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [server]
      port = \(port)
      tokens = "\(folder.file(tokens))"
      [[appStore]]
      bundle = "\(bundle)"
      \(root.map { "root = \"\(folder.file($0))\"" } ?? "")
      \(more)
      """)
  }

  /// Waits until the log has so many lines that hold a text.
  private func wait(
    for text: String, times: Int = 1, _ daemon: RunningDaemon
  ) async throws {
    for _ in 0..<600 {
      if daemon.diagnostics.components(separatedBy: text).count > times { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("it never said '\(text)': \(daemon.diagnostics)")
  }

  /// Asks for a reading and waits until it was taken over.
  private func reload(_ daemon: RunningDaemon, times: Int = 1) async throws {
    daemon.signal(SIGHUP)
    try await wait(for: "the configuration was read again", times: times, daemon)
  }

  private func post(_ body: [UInt8], _ daemon: RunningDaemon) async -> Int? {
    await Loopback.post(body, to: "/v1/app-store/notifications", port: daemon.port)
  }

  /// Notifications of a world, none of them twice.
  private func notifications(_ world: inout SimulatedWorld) throws -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return try world.advance(to: world.start).map(\.bytes).filter {
      $0.starts(with: #"{"signedPayload""#.utf8) && seen.insert($0).inserted
    }
  }

  @Test func `roots and bundles count from the next request on, and bad ones change nothing`()
    async throws
  {
    var (world, other) = (
      try SimulatedWorld(seed: 60, subscribers: 30), try SimulatedWorld(seed: 61, subscribers: 9)
    )
    let (bodies, others) = (try notifications(&world), try notifications(&other))
    try Data(world.rootCertificate).write(to: URL(fileURLWithPath: folder.file("root.der")))
    try Data(other.rootCertificate).write(to: URL(fileURLWithPath: folder.file("other.der")))
    try folder.write("tokens.json", "[]")
    let daemon = try await RunningDaemon(config: try configure(), folder: folder)
    #expect(await post(bodies[0], daemon) == 200)
    #expect(await post(others[0], daemon) == 403)

    _ = try configure(root: "other.der")
    try await reload(daemon)
    #expect(await post(others[0], daemon) == 200)
    #expect(await post(bodies[1], daemon) == 403)

    _ = try configure(bundle: "com.example.else")
    try await reload(daemon, times: 2)
    #expect(await post(others[1], daemon) == 403)

    // Everything that is wrong is named, and what was in force before stays.
    _ = try configure(root: "none.der", more: "environment = [\"sandbox\"]")
    daemon.signal(SIGHUP)
    try await wait(for: "the configuration stays as it was: ", times: 2, daemon)
    #expect(daemon.diagnostics.contains("churntopd.toml:8: 'environment' is not a setting."))
    #expect(daemon.diagnostics.contains("churntopd.toml:5: \(folder.file("none.der")): cannot"))
    try folder.write("churntopd.toml", "ledger = ")
    daemon.signal(SIGHUP)
    try await wait(for: "is not TOML", daemon)
    #expect(!daemon.diagnostics.contains("takes a restart"))
    #expect(await post(others[1], daemon) == 403)

    _ = try configure()
    try await reload(daemon, times: 3)
    #expect(await post(bodies[1], daemon) == 200)
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `what takes a restart is named with its line, and nothing else is taken over`()
    async throws
  {
    try folder.write("tokens.json", "[]")
    let daemon = try await RunningDaemon(
      config: try configure(root: nil), folder: folder)
    _ = try configure(port: 9, bundle: "com.example.else", root: nil)
    daemon.signal(SIGHUP)
    try await wait(for: "the configuration stays as it was: ", daemon)
    #expect(daemon.diagnostics.contains("churntopd.toml:3: 'port' is 0 since the start, and takes"))
    #expect(!daemon.diagnostics.contains("read again"))
    #expect(await Loopback.get("/healthz", token: "", port: daemon.port) == 200)
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `tokens and policy follow, and a file of tokens that is none keeps the old ones`()
    async throws
  {
    let config = try configure(root: nil)
    let made = try RunningDaemon.run(
      [
        "token", "create", "metrics", "--scope", "metrics:read", "--scope", "prompts:read",
        "--config", config,
      ])
    let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let daemon = try await RunningDaemon(config: config, folder: folder)
    #expect(await Loopback.get("/metrics", token: token, port: daemon.port) == 200)

    try folder.write("nonsense.json", "[{")
    _ = try configure(root: nil, tokens: "nonsense.json")
    daemon.signal(SIGHUP)
    try await wait(for: "the configuration stays as it was: ", daemon)
    #expect(daemon.diagnostics.contains("nonsense.json is not a file of tokens"))
    #expect(await Loopback.get("/metrics", token: token, port: daemon.port) == 200)
    let text = try #require(await Loopback.text("/metrics", token: token, port: daemon.port))
    #expect(text.contains("\nchurntop_config_last_reload_successful 0\n"))

    try folder.write("others.json", "[]")
    _ = try configure(root: nil, tokens: "others.json", more: "[prompts.appStore]\nstep = 3")
    try await reload(daemon)
    #expect(daemon.diagnostics.contains("the rules of the configuration are new to this ledger"))
    #expect(await Loopback.get("/metrics", token: token, port: daemon.port) == 401)

    _ = try configure(root: nil)
    try await reload(daemon, times: 2)
    let after = try #require(await Loopback.text("/metrics", token: token, port: daemon.port))
    #expect(after.contains("\nchurntop_config_last_reload_successful 1\n"))
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `a request that is under way keeps what it began with, and a connection goes on`()
    async throws
  {
    var world = try SimulatedWorld(seed: 62, subscribers: 30)
    let bodies = try notifications(&world)
    try Data(world.rootCertificate).write(to: URL(fileURLWithPath: folder.file("root.der")))
    try folder.write("tokens.json", "[]")
    let daemon = try await RunningDaemon(config: try configure(), folder: folder)
    let connection = try LineConnection(port: daemon.port)
    func head(_ body: [UInt8], expect: String = "") -> [UInt8] {
      Array(
        """
        POST /v1/app-store/notifications HTTP/1.1\r
        Host: a\r
        Content-Type: application/json\r
        \(expect)Content-Length: \(body.count)\r
        \r\n
        """.utf8)
    }
    let (first, second) = (bodies[0], bodies[1])
    // The answer 100 says that the head has arrived; requests that are answered after it say that
    // its own turn has come, before the root is taken away.
    try connection.write(head(first, expect: "Expect: 100-continue\r\n"))
    #expect(try connection.status() == 100)
    try connection.write(Array(first.prefix(first.count / 2)))
    for _ in 0..<3 {
      #expect(await Loopback.get("/healthz", token: "", port: daemon.port) == 200)
    }
    _ = try configure(root: nil)
    try await reload(daemon)
    try connection.write(Array(first.dropFirst(first.count / 2)))
    #expect(try connection.status() == 200)
    try connection.write(head(second) + second)
    #expect(try connection.status() == 403)
    #expect(daemon.end(SIGTERM) == 0)
  }
}
