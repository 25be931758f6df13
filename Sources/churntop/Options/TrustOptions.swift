import ArgumentParser
import ConfigurationFiles
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
    help: ArgumentHelp(
      "Trust this root certificate as well, PEM or DER; as ID=FILE for that app alone.",
      valueName: "file"),
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
    var policy = TrustPolicy(
      mode: verify, bundle: bundle.map { AppID($0) }, environment: environment)
    for text in root {
      let (app, path) = Self.parts(text)
      let root = try Self.trustedRoot(path)
      if let app {
        policy.rootsOfApps[app, default: []].append(root)
        continue
      }
      policy.roots.append(root)
      if bundle == nil {
        diagnostics.say(
          "--root \(path) counts for every app in the files. Where it is one app's alone, say "
            + "whose: --root com.example.app=\(path).")
      }
    }
    return policy
  }

  /// Splits a value into the app, where one precedes an equals sign, and the path.
  private static func parts(_ text: String) -> (app: AppID?, path: String) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
      text[..<sign].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
    else { return (nil, text) }
    return (AppID(String(text[..<sign])), String(text[text.index(after: sign)...]))
  }

  /// Reads a certificate file.
  private static func trustedRoot(_ path: String) throws(CommandError) -> TrustedRoot {
    let data: Data
    do throws(ConfigurationFile.Damage) { data = try ConfigurationFile.bytes(of: path) } catch {
      throw .notUnderstood("--root: \(path) \(error.problem.text)")
    }
    do throws(PayloadError) {
      return try TrustedRoot(file: Array(data))
    } catch {
      throw .notUnderstood("--root \(path): \(error)")
    }
  }
}

extension TrustPolicy.Mode: ExpressibleByArgument {}

extension StoreEnvironment: ExpressibleByArgument {}
