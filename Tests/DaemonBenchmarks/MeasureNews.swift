import ArgumentParser
import Foundation
import StorePayloads
import StoreSimulator
import SubscriptionCore

/// Times how soon after its answer a notification is seen by another process that watches the
/// ledger as an open dashboard does.
struct MeasureNews: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "news", abstract: "Time how soon an open dashboard can show what was answered.")

  @Option(help: "How many notifications are timed.")
  var notifications = 300

  @Option(help: "How many others are posted a second meanwhile, over 16 connections.")
  var beside = 400

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "churntop-daemon-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let others = notifications * beside / Self.rate
    var world = try SimulatedWorld(subscribers: notifications + others)
    let bodies = try MeasureServer.notifications(of: &world, notifications + others)
    let root = folder.appending(path: "root.der")
    try Data(world.rootCertificate).write(to: root)
    let path = folder.appending(path: "news.churntop").path
    let server = try ServerProcess(arguments: ["--ledger", path, "--root", root.path])
    defer { server.stop() }
    let news = try LedgerNews(path: path)
    let load = Load(
      bodies: Array(bodies.dropFirst(notifications)), connections: 16, rate: Double(beside))
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      _ = load.run(against: server)
      isOver.signal()
    }.start()
    let answered = try post(Array(bodies.prefix(notifications)), world, to: server.port)
    isOver.wait()
    sleep(2)
    let seen = news.end()
    let waits = answered.map { identity, instant in
      max(0, (seen[identity] ?? .infinity) - instant) * 1_000
    }.sorted()
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("longest (goal ≤ 1000)", 1)] {
      let place = min(waits.count - 1, Int(Double(waits.count) * share))
      print("from the answer to another process, \(name): \(Int(waits[place].rounded())) ms")
    }
  }

  /// How many timed notifications are posted a second.
  private static let rate = 20

  /// Posts one after another; when each was answered, by its identity.
  private func post(
    _ bodies: [[UInt8]], _ world: SimulatedWorld, to port: UInt16
  ) throws -> [String: Double] {
    var reader = PayloadReader(
      trust: TrustPolicy(roots: [try TrustedRoot(file: world.rootCertificate)]))
    let client = try LoadClient(port: port)
    var answered: [String: Double] = [:]
    for body in bodies {
      guard case .payload(let payload)? = reader.read(body[...], heardAt: world.start).first,
        client.post(body) == 200
      else { throw ServerProblem.connection("a notification was not taken") }
      answered[payload.identity] = ProcessInfo.processInfo.systemUptime
      usleep(1_000_000 / UInt32(Self.rate))
    }
    return answered
  }
}
