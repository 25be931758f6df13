import ArgumentParser
import ConfigurationFiles

/// Says what is wrong before anything starts.
struct CheckConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Say what is wrong before anything starts.",
    discussion: """
      Reads the configuration, the keys it names and the ledger, and then asks each store a signed
      question: the App Store for a test notification, Google Play about a purchase that does not
      exist. Nothing is written.

      EXAMPLES
        churntopd check-config --config /etc/churntop/churntopd.toml
        churntopd check-config --config churntopd.toml --offline
      """)

  @OptionGroup var file: ConfigurationOption
  @Flag(help: "Ask no store.") var offline = false

  func run() async throws {
    let surroundings = Surroundings.current
    let check = ConfigurationCheck(path: file.config, surroundings: surroundings)
    guard check.problems.isEmpty else { throw DaemonError.configuration(check.problems) }
    Narration.print("\(file.config) is sound")
    if offline { return }
    let stores = StoreCheck(clock: surroundings.clock, sleep: { try await Task.sleep(for: $0) })
    var findings: [StoreCheck.Finding] = []
    for app in check.clients.appStore { findings += await stores.check(app) }
    for app in check.clients.googlePlay { findings += await stores.check(app) }
    for app in check.configuration.appStore where app.secret == nil {
      Narration.print("App Store \(app.bundle): no key is configured, so nothing is asked")
    }
    for finding in findings where finding.isSound {
      Narration.print("\(finding.place): \(finding.text)")
    }
    let wrong = findings.filter { !$0.isSound }
    guard wrong.isEmpty else {
      throw DaemonError.needsALook(wrong.map { "\($0.place): \($0.text)." })
    }
  }
}

/// The option that every command of the daemon has.
struct ConfigurationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The configuration.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String
}
