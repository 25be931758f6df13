import ArgumentParser
import Cryptography
import Foundation
import StorePayloads
import SubscriptionCore

/// Takes signed App Store Server Notifications in, beside the bare signature check.
struct NotificationBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifications", abstract: "Take signed App Store notifications in.")

  @Option(help: "How many notifications, of three signatures each.")
  var notifications = 20_000

  func run() async throws {
    let payloads = try SyntheticPayloads()
    let limit = try Self.bareSignatureRate() / 3
    let peer = "three bare P-256 checks of the same library"
    Figure(name: "limit: \(peer)", value: limit, unit: "per CPU s").report()
    let imported = try await ImportMeasurement(count: notifications, roots: [payloads.root]) {
      try payloads.notification($0, of: notifications)
    }
    let importRate = Double(notifications) / imported.time.cpuSeconds
    Figure(name: "notifications imported, durable", value: importRate, unit: "per CPU s").report()
    // The C pipeline on libcrypto reaches 0.56 of this limit; the goal is 0.9 of that.
    Figure(
      name: "…over the limit", value: importRate / limit, unit: "of it", goal: .atLeast(0.5),
      peer: peer
    ).report()
    if let size = imported.ledgerSize {
      Figure(
        name: "bytes of the ledger a notification", value: Double(size) / Double(notifications),
        unit: "bytes", goal: .atMost(6_000)
      ).report()
    }
    Figure(
      name: "…processors used, or waited for while others had them",
      value: imported.time.demandSeconds / imported.time.wallSeconds, unit: "of 2",
      goal: .atLeast(1.7)
    ).report()
    Figure(
      name: "peak memory of the import", value: imported.peakMemory, unit: "MiB",
      goal: .atMost(64)
    ).report()
    try measureReading(payloads)
  }

  /// Reads without storing, after the import, whose memory is not to be that of the lines.
  private func measureReading(_ payloads: SyntheticPayloads) throws {
    let lines = try (0..<min(2_000, notifications)).map {
      try payloads.notification($0, of: notifications)
    }
    let trust = TrustPolicy(roots: [try TrustedRoot(file: payloads.root)])
    var reader = PayloadReader(trust: trust)
    let reading = Stopwatch.measure {
      for line in lines {
        let outcomes = reader.read(Array(line.utf8)[...], heardAt: SyntheticSubscribers.now)
        guard case .payload(let payload) = outcomes.first, payload.verification == .verified
        else { preconditionFailure("every notification verifies") }
      }
    }
    let readRate = Double(lines.count) / reading.cpuSeconds
    Figure(
      name: "notifications verified, decoded and mapped", value: readRate, unit: "per CPU s",
      goal: .atLeast(3_000)
    ).report()
  }

  /// Signature checks a CPU second of the same cryptography library, nothing around them.
  private static func bareSignatureRate() throws -> Double {
    let key = try PrivateKey.generated(.p256)
    let message = Array("churntop".utf8)
    let digest = SHA256.hash(message)
    let signature = try key.signature(for: message)
    let checks = 20_000
    var valid = 0
    let time = Stopwatch.measure {
      for _ in 0..<checks where key.publicKey.isValidSignature(signature, forDigest: digest) {
        valid += 1
      }
    }
    precondition(valid == checks, "the signature is valid")
    return Double(checks) / time.cpuSeconds
  }
}
