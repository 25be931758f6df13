import ArgumentParser
import Foundation
import StoreSimulator
import SubscriptionCore

/// Posts real and forged notifications to a server and reports its figures beside their goals.
struct MeasureServer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Post real and forged notifications to a server.")

  @Option(help: "How many real notifications.")
  var notifications = 12_000

  func run() throws {
    var world = try SimulatedWorld(subscribers: notifications)
    let real = try Self.notifications(of: &world, notifications)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "churntop-daemon-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = folder.appending(path: "root.der")
    try Data(world.rootCertificate).write(to: root)
    for durability in ["crash", "power loss"] {
      let path = folder.appending(path: durability + ".churntop").path
      let server = try ServerProcess(
        arguments: ["--ledger", path, "--root", root.path]
          + (durability == "crash" ? ["--crash-only"] : []))
      try measure(server, real, durability)
      server.stop()
    }
  }

  private func measure(
    _ server: ServerProcess, _ real: [[UInt8]], _ durability: String
  ) throws {
    let half = real.count / 2
    let full = Load(bodies: Array(real[..<half])).run(against: server)
    let perCPU = Double(half) / full.cpuSeconds
    let perSecond = Double(half) / full.wallSeconds
    report("\(durability): notifications stored", perCPU, "per CPU s", full)
    report("\(durability): …by the wall, 32 connections", perSecond, "per s", full)
    let paced = Load(bodies: Array(real[half...]), rate: perSecond / 2).run(against: server)
    report("\(durability): p50 at half load", paced.milliseconds(0.5), "ms", paced)
    report("\(durability): p99 at half load (goal ≤ 25)", paced.milliseconds(0.99), "ms", paced)
    report("\(durability): peak memory so far", server.peakMebibytes, "MiB", paced)
    var rates: [Forgery: Double] = [:]
    for forgery in Forgery.allCases {
      let bodies = try forgery.bodies(from: real[0], count: real.count * 4)
      let outcome = Load(bodies: bodies).run(against: server)
      let rate = Double(bodies.count) / outcome.cpuSeconds
      rates[forgery] = rate
      report("\(durability): refused, \(forgery.rawValue)", rate, "per CPU s", outcome)
      report("\(durability): …share of a real one (goal ≤ 0.3)", perCPU / rate, "", outcome)
      if forgery == .brokenSignature, let request = rates[.noJSON] {
        // Whoever forges what is right but for the signature makes the server check that.
        let floor = 1 / (1 / request + 1 / (try SignatureFloor.checksPerSecond()))
        report("\(durability): …share, were it one check alone", perCPU / floor, "", outcome)
        report("\(durability): …of what one check allows", rate / floor * 100, "%", outcome)
      }
      measureShutOut(server, bodies, from: forgery.client, perCPU, durability)
    }
    report("\(durability): peak memory so far", server.peakMebibytes, "MiB", paced)
    let flood = Array(
      repeating: [UInt8](repeating: UInt8(ascii: "["), count: 250_000), count: 4_000)
    let flooded = Load(bodies: flood, connections: 400).run(against: server)
    report(
      "\(durability): peak memory after a flood (goal ≤ 100)", server.peakMebibytes, "MiB", flooded)
  }

  /// Posts forgeries of one client, through a proxy that says whose they are.
  private func measureShutOut(
    _ server: ServerProcess, _ bodies: [[UInt8]], from client: String, _ perCPU: Double,
    _ durability: String
  ) {
    let outcome = Load(bodies: bodies, client: client).run(against: server)
    let rate = Double(bodies.count) / outcome.cpuSeconds
    report("\(durability): refused, the same once it is shut out", rate, "per CPU s", outcome)
    report("\(durability): …share of a real one (goal ≤ 0.3)", perCPU / rate, "", outcome)
  }

  private func report(
    _ name: String, _ value: Double, _ unit: String, _ outcome: Load.Outcome
  ) {
    let number = value.formatted(.number.precision(.significantDigits(3)))
    let statuses = outcome.statuses.sorted { $0.key < $1.key }
      .map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
    print(
      "\(name.padding(toLength: 62, withPad: " ", startingAt: 0)) \(number) \(unit)  [\(statuses)]")
  }

  /// Signed notifications of a simulated world, each different.
  static func notifications(
    of world: inout SimulatedWorld, _ count: Int
  ) throws -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    var found: [[UInt8]] = []
    for delivery in try world.advance(to: world.start + .days(30)) {
      let bytes = delivery.bytes
      if bytes.starts(with: #"{"signedPayload""#.utf8), seen.insert(bytes).inserted {
        found.append(bytes)
      }
      if found.count == count { break }
    }
    return found
  }
}

/// The ways of posting what no store sent.
enum Forgery: String, CaseIterable {
  case noJSON = "no JSON"
  case brokenSignature = "broken signature under the true chain"
  case freshHeader = "ever new headers around the true chain"
  case unknownChain = "ever new chains under the true root"
  case otherRoot = "chain of another root"
  case action = "a record that only a file may hold"

  /// Whose they are, where a proxy says it; each has the first ones of a minute free.
  var client: String {
    switch self {
    case .noJSON: "203.0.113.1"
    case .brokenSignature: "203.0.113.2"
    case .otherRoot: "203.0.113.3"
    case .action: "203.0.113.4"
    case .freshHeader: "203.0.113.5"
    case .unknownChain: "203.0.113.6"
    }
  }

  /// Different forgeries made from a real notification.
  func bodies(from real: [UInt8], count: Int) throws -> [[UInt8]] {
    switch self {
    case .brokenSignature:
      let place = real.count - 40
      return (0..<count).map { index in
        var body = real
        for digit in 0..<8 {
          body[place + digit] = UInt8(ascii: "A") + UInt8(index >> (3 * digit) & 7)
        }
        return body
      }
    case .freshHeader:
      return try (0..<count).map { index in
        try Self.reheaded(real) { $0["typ"] = "\(index)" }
      }
    case .unknownChain:
      return try (0..<count).map { index in
        try Self.reheaded(real) { header in
          var chain = header["x5c"] as? [String] ?? []
          var leaf = Data(base64Encoded: chain[0]) ?? Data()
          for digit in 1...4 {
            leaf[leaf.endIndex - digit] = UInt8(index >> (8 * (digit - 1)) & 255)
          }
          chain[0] = leaf.base64EncodedString()
          header["x5c"] = chain
        }
      }
    case .otherRoot:
      let authority = try SigningAuthority(seed: 99)
      let signed = try authority.sign(#"{"notificationType":"TEST","notificationUUID":"1"}"#)
      return (0..<count).map { Array(#"{"signedPayload":"\#(signed)","n":\#($0)}"#.utf8) }
    case .noJSON: return (0..<count).map { Array("nothing \($0)".utf8) }
    case .action:
      return (0..<count).map { Array(#"{"action":{"kind":"noted","n":\#($0)}}"#.utf8) }
    }
  }

  /// A real notification with another header, under which its signature no longer holds.
  private static func reheaded(
    _ real: [UInt8], _ change: (inout [String: Any]) -> Void
  ) throws -> [UInt8] {
    let post = try JSONSerialization.jsonObject(with: Data(real)) as? [String: String]
    var parts = (post?["signedPayload"] ?? "").split(separator: ".").map(String.init)
    let padding = String(repeating: "=", count: (4 - parts[0].count % 4) % 4)
    let text = parts[0].replacing("-", with: "+").replacing("_", with: "/") + padding
    let json = try JSONSerialization.jsonObject(with: Data(base64Encoded: text) ?? Data())
    var header = json as? [String: Any] ?? [:]
    change(&header)
    parts[0] = base64URL(try JSONSerialization.data(withJSONObject: header))
    return Array(#"{"signedPayload":"\#(parts.joined(separator: "."))"}"#.utf8)
  }
}
