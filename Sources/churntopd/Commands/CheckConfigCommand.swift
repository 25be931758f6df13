import ArgumentParser
import ConfigurationFiles
import EventLedger
import ProgramConventions
import SubscriptionCore

/// Says what is wrong before anything starts.
struct CheckConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Say what is wrong before anything starts.",
    discussion: """
      Reads the configuration, the keys it names and the ledger, and then asks each store a signed \
      question: the App Store for a test notification, Google Play about a purchase that does not \
      exist, both about the products, and Pub/Sub for a message where one is pulled, which is \
      given back. Nothing is written.

      EXAMPLES
        churntopd check-config --config /etc/churntop/churntopd.toml
        churntopd check-config --config churntopd.toml --offline
      """)

  @OptionGroup var file: ConfigurationOption
  @Flag(help: "Ask no store.") var offline = false

  func run() async throws {
    let dependencies = Dependencies.current
    let check = ConfigurationCheck(path: file.config, dependencies: dependencies)
    guard check.problems.isEmpty else { throw CommandError.configuration(check.problems) }
    let output = StandardOutput()
    try output.line("\(file.config) is sound")
    for note in check.notes { try output.line("\(file.config): \(note)") }
    if let lease = check.lease {
      let end = lease.owner.isKnownDead ? ", which has ended" : ""
      try output.line(
        "\(check.configuration.ledger): the stores are asked by \(lease.owner) since "
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
      try output.line("App Store \(app.bundle): no key is configured, so nothing is asked")
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

/// The option that every command of the daemon has.
struct ConfigurationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The configuration.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String
}
