import ArgumentParser
import Foundation
import ProgramConventions
import StorePayloads
import SubscriptionCore

/// The options for the verification of payloads.
struct TrustOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What must verify: required (everything), signed (whatever carries a signature), off.",
      valueName: "mode"))
  var verify: TrustPolicy.Mode = .signed

  @Option(
    help: ArgumentHelp("Trust this root certificate as well, PEM or DER.", valueName: "file"),
    completion: .file(extensions: ["pem", "der", "cer", "crt"]))
  var root: [String] = []

  @Option(help: ArgumentHelp("Accept only this bundle or package.", valueName: "id"))
  var bundle: String?

  @Option(
    help: ArgumentHelp(
      "Accept only this environment: production, sandbox or local.", valueName: "environment"))
  var environment: StoreEnvironment?

  /// Returns the policy of the options; reads the certificates.
  func policy() throws(CommandError) -> TrustPolicy {
    var roots = [TrustedRoot.appleRootCAG3]
    for path in root { roots.append(try Self.trustedRoot(path)) }
    return TrustPolicy(
      mode: verify, roots: roots, bundle: bundle.map { AppID($0) }, environment: environment)
  }

  /// Reads a certificate file.
  private static func trustedRoot(_ path: String) throws(CommandError) -> TrustedRoot {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .notUnderstood("--root: \(path) cannot be read. Check that it exists.")
    }
    do throws(PayloadError) {
      return try TrustedRoot(file: Array(data))
    } catch {
      throw .notUnderstood("--root: \(path) is no certificate in PEM or DER form.")
    }
  }
}

extension TrustPolicy.Mode: ExpressibleByArgument {}

extension StoreEnvironment: ExpressibleByArgument {}
