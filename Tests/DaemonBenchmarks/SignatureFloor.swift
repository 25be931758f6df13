import Cryptography
import Foundation
import Glibc

/// What no server can do without: one check of a P-256 signature.
enum SignatureFloor {
  /// How many a CPU second allows, by this thread's use of the processor.
  static func checksPerSecond(count: Int = 3_000) throws -> Double {
    let key = try PrivateKey.generated(.p256)
    let message = Array("a payload".utf8)
    let digest = SHA256.hash(message)
    let signature = try key.signature(for: message)
    var valid = 0
    let start = cpuSeconds
    for _ in 0..<count where key.publicKey.isValidSignature(signature, forDigest: digest) {
      valid += 1
    }
    let seconds = cpuSeconds - start
    guard valid == count else { throw ServerProblem.connection("a signature does not verify") }
    return Double(count) / seconds
  }

  private static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
