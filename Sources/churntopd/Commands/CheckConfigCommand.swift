import ArgumentParser
import ConfigurationFiles
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore
import Webhook

/// `churntopd check-config`: reports every problem before anything starts.
struct CheckConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Report every problem before anything starts.",
    discussion: """
      Reads the configuration, its keys and the ledger, tries the address to listen at, and names \
      every problem and every value that is left as in the sample, with its line. If there is \
      none, it sends each store a signed request: a test notification to the App Store, a \
      purchase that does not exist to Google Play, the products to both, and, where messages are \
      pulled, a pull to Pub/Sub whose message is returned. Nothing is written.

      EXAMPLES
        churntopd check-config --config /etc/churntop/churntopd.toml
        churntopd check-config --config churntopd.toml --offline
      """)

  @OptionGroup var file: ConfigurationOption
  @Flag(help: "Send no request to a store.") var offline = false

  func run() async throws {
    let dependencies = Dependencies.current
    let check = ConfigurationCheck(path: file.config, dependencies: dependencies)
    let server = check.configuration.server
    let obstacle = ListenError.probe(host: server.host, port: server.port)
    var problems = check.problemsWithSample
    if let obstacle, obstacle.isWrongHost {
      problems.append(
        ConfigurationProblem(
          path: file.config, line: check.configuration.startLines["host"] ?? 0,
          text: "\(obstacle). \(obstacle.remedy)"))
    }
    guard problems.isEmpty else { throw CommandError.configuration(problems) }
    let output = StandardOutput()
    try output.line("\(file.config) is sound")
    for note in check.notes { try output.line("\(file.config): \(note)") }
    let ledger = check.configuration.address
    if !ledger.isServer, !FileManager.default.fileExists(atPath: check.configuration.ledger) {
      try output.line("\(file.config): \(ledger) does not exist yet; 'churntopd serve' begins it")
    }
    // A daemon that serves the ledger listens there itself.
    if let obstacle, check.lease?.owner.isKnownDead ?? true {
      try output.line("\(file.config): at present churntopd \(obstacle)")
    }
    if let lease = check.lease {
      let end = lease.owner.isKnownDead ? ", which has ended" : ""
      try output.line(
        "\(check.configuration.address): the stores are queried by \(lease.owner) since "
          + "\(lease.since.rfc3339)\(end)")
    }
    try output.flush()
    if offline { return }
    let stores = StoreCheck(clock: dependencies.clock, sleep: { try await Task.sleep(for: $0) })
    var findings: [StoreCheck.Finding] = []
    for app in check.clients.appStore { findings += await stores.check(app) }
    for app in check.clients.googlePlay { findings += await stores.check(app) }
    for pulled in check.clients.pulled { findings.append(await stores.check(pulled)) }
    for products in check.clients.products { findings.append(await stores.check(products)) }
    for app in check.configuration.appStore where app.secret == nil {
      try output.line("App Store \(app.bundle): no key is configured, so it is not queried")
    }
    for finding in findings where finding.isSound {
      try output.line("\(finding.place): \(finding.text)")
    }
    let wrong = findings.filter { !$0.isSound }
    try output.flush()
    for finding in wrong { diagnostics.say("\(finding.place): \(finding.text).") }
    guard wrong.isEmpty else { throw CommandError.needsALook }
  }
}

/// The option for the configuration, which almost every command has.
struct ConfigurationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The configuration file.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String
}
