import ConfigurationFiles
import Cryptography
import Foundation
import LedgerSQLite
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct ConfigurationCheckTests {
  private let folder: DaemonFolder

  init() throws {
    folder = try DaemonFolder()
    try folder.write("key.p8", PrivateKey.generated(.p256).pem)
    try folder.write("secret", "0123456789abcdef0123456789abcdef")
    try folder.write("tokens.json", "[]")
  }

  private var text: String {
    """
    ledger = "\(folder.file("ledger.sqlite"))"
    [server]
    tokens = "\(folder.file("tokens.json"))"
    [[appStore]]
    bundle = "com.example.reader"
    issuer = "57246542-96fe-1a63-e053-0824d011072a"
    key = "2X9R4HXF34"
    keyFile = "\(folder.file("key.p8"))"
    [[alerts]]
    name = "grace"
    filter = "state:grace"
    post = "https://hooks.example.com/churn"
    secretFile = "\(folder.file("secret"))"
    """
  }

  private func sentences(
    _ text: String? = nil, mode: Int = 0o644, environment: [String: String] = [:]
  ) throws -> [String] {
    let path = try folder.write("churntopd.toml", text ?? self.text, mode: mode)
    let check = ConfigurationCheck(
      path: path, dependencies: DaemonFolder.dependencies(environment))
    return check.problems.map(\.sentence)
  }

  @Test func `a sound configuration has nothing wrong, and checking it writes nothing`() throws {
    #expect(try sentences() == [])
    #expect(!FileManager.default.fileExists(atPath: folder.file("ledger.sqlite")))
  }

  @Test(arguments: ["/usr/bin", "/usr/bin/no-such-program"])
  func `an alert's program is a file that may be run`(path: String) throws {
    let post = "post = \"https://hooks.example.com/churn\""
    let found = try sentences(text.replacing(post, with: "run = [\"\(path)\"]"))
    #expect(found.contains { $0.contains("\(path) is not a program that may be run") }, "\(found)")
  }

  @Test(arguments: ["key.p8", "secret", "tokens.json"], [0o644, 0o640, 0o602])
  func `a secret that others may read is refused`(name: String, mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.file(name))
    let found = try sentences()
    #expect(found.count == 1)
    #expect(found.first?.contains("chmod 600 \(folder.file(name))") == true)
  }

  @Test func `what is named and not there is said`() throws {
    for name in ["key.p8", "secret", "tokens.json"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    let found = try sentences()
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.contains("there is no file") })
  }

  @Test func `a key that is none, and a short secret, are named without their content`() throws {
    try folder.write("key.p8", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----")
    try folder.write("secret", "hunter2")
    let found = try sentences()
    #expect(found.count == 2)
    #expect(found.contains { $0.contains(":4: App Store com.example.reader: the App Store key") })
    #expect(found.contains { $0.contains("shorter than 16 bytes") })
    #expect(!found.joined().contains("hunter2"))
  }

  @Test func `a variable holds the key, and is named where it is not set`() throws {
    let key = "keyFile = \"\(folder.file("key.p8"))\""
    let text = text.replacing(key, with: "keyVariable = \"APP_STORE_KEY\"")
    #expect(try sentences(text).first?.contains("variable APP_STORE_KEY is not set") == true)
    let pem = try PrivateKey.generated(.p256).pem
    #expect(try sentences(text, environment: ["APP_STORE_KEY": pem]) == [])
  }

  @Test func `a configuration that others may write is refused, since it names programs`() throws {
    #expect(try sentences(mode: 0o666).first?.contains("chmod go-w") == true)
  }

  @Test func `sync checkpoints that cannot be saved are said`() throws {
    let lost = folder.file("none/x.sync")
    for (path, count) in [(folder.file("x.sync"), 0), (lost, 1)] {
      let sync = "\n[sync]\ncheckpoints = \"\(path)\"\n"
      #expect(try sentences(text + sync) == [], "it starts all the same")
      let written = try folder.write("noted.toml", text + sync)
      let notes = ConfigurationNotes(DaemonConfiguration.read(path: written).0).sentences
      #expect(notes.filter { $0.contains("the sync checkpoints \(path) cannot") }.count == count)
    }
  }

  @Test func `a configuration belongs to root or to the user; root may administer all`() throws {
    let path = try folder.write("owned.toml", "")
    if geteuid() == 0 { try #require(chown(path, 1_000, 1_000) == 0) }
    let mode = try #require(FileMode(of: path))
    #expect(!mode.isAnothers(than: mode.owner) && !mode.isAnothers(than: 0))
    #expect(mode.isAnothers(than: mode.owner + 1))
    let ofRoot = try #require(FileMode(of: "/etc/passwd"))
    #expect(!ofRoot.isAnothers(than: 1_000))
  }

  @Test(arguments: [
    ("", true), ("host = \"0.0.0.0\"", false), ("trustedProxies = [\"127.0.0.1\"]", false),
    ("trustedProxies = [\"10.0.0.0/8\"]", true),
  ])
  func `behind a proxy that is not named, it is said that nobody is shut out`(
    _ line: String, _ isNoted: Bool
  ) throws {
    let text = text.replacing("[server]", with: "[server]\n" + line)
    let check = ConfigurationCheck(
      path: try folder.write("churntopd.toml", text, mode: 0o644),
      dependencies: DaemonFolder.dependencies())
    #expect(check.problems.isEmpty)
    #expect(check.notes.contains { $0.contains("trustedProxies = [") } == isNoted)
  }

  /// What is noted of the text with something put before its end.
  private func notes(_ part: String = "", by other: String = "", more: String = "") throws
    -> [String]
  {
    let check = ConfigurationCheck(
      path: try folder.write(
        "churntopd.toml", text.replacing(part, with: other) + more, mode: 0o644),
      dependencies: DaemonFolder.dependencies())
    #expect(check.problems.filter { !$0.text.contains("google-account") } == [])
    return check.notes
  }

  @Test(arguments: ["0.0.0.0", "::"])
  func `a host that everybody reaches is noted, since nothing is encrypted`(
    host: String
  ) throws {
    let found = try notes("[server]", by: "[server]\nhost = \"\(host)\"")
    #expect(found.contains { $0.contains("'\(host)'") && $0.contains("without TLS") })
    #expect(try !notes().contains { $0.contains("without TLS") })
  }

  @Test func `an app of Google Play that nobody can push about is noted`() throws {
    let play = """

      [[googlePlay]]
      package = "com.acme.reader"
      accountFile = "\(folder.file("google-account"))"
      """
    let proof = """

      pushAudience = "https://churn.acme.com/v1/google-play/notifications"
      pushAccount = "push@acme.iam.gserviceaccount.com"
      """
    #expect(
      try notes(more: play).contains { $0.contains("com.acme.reader: without 'pushAudience'") })
    #expect(try !notes(more: play + proof).contains { $0.contains("com.acme.reader") })
  }

  @Test func `what is still as in the sample is noted, and what is one's own is not`() throws {
    let found = try notes()
    for part in [
      "line 5: bundle 'com.example.reader'", "issuer '57246542-96fe-1a63-e053-0824d011072a'",
      "key '2X9R4HXF34'", "post 'https://hooks.example.com/churn'",
    ] {
      #expect(found.contains { $0.contains(part) && $0.contains("the sample's") }, "\(part)")
    }
    let own = text.replacing("com.example.reader", with: "com.acme.reader")
      .replacing("57246542", with: "57246543").replacing("2X9R4HXF34", with: "2X9R4HXF35")
      .replacing("hooks.example.com", with: "hooks.acme.com")
    let check = ConfigurationCheck(
      path: try folder.write("churntopd.toml", own, mode: 0o644),
      dependencies: DaemonFolder.dependencies())
    #expect(check.problems == [])
    #expect(!check.notes.contains { $0.contains("the sample's") })
  }

  @Test func `tokens that are not there are said with how to make the first`() throws {
    try FileManager.default.removeItem(atPath: folder.file("tokens.json"))
    let found = try sentences()
    #expect(found.count == 1)
    let command = "churntopd token create NAME --config \(folder.file("churntopd.toml"))"
    #expect(found.first?.contains(command) == true)
  }

  @Test(arguments: ["{", "200", "null", #"[{"name":"x"}]"#])
  func `a file of tokens that serve cannot use is said`(text: String) throws {
    try folder.write("tokens.json", text)
    let found = try sentences()
    #expect(found.count == 1 && found[0].contains("is not a file of tokens"), "\(found)")
  }

  @Test func `an empty file of tokens is said to be empty`() throws {
    try folder.write("tokens.json", "")
    #expect(try sentences().first?.contains("tokens.json is empty.") == true)
  }

  @Test func `what is no ledger is said, and a ledger is left as it was`() throws {
    try folder.write("ledger.sqlite", "not a ledger")
    #expect(try sentences().first?.contains("not a usable ledger") == true)
    try FileManager.default.removeItem(atPath: folder.file("ledger.sqlite"))
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    try ledger.close()
    #expect(try sentences() == [])
  }

  @Test func `a ledger begins in an empty file, as a full disk leaves it`() throws {
    try folder.write("ledger.sqlite", "")
    #expect(try sentences() == [])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write every file"))
  func `what may not be written beside the ledger is named`() throws {
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    defer { try? ledger.close() }
    let log = folder.file("ledger.sqlite-wal")
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: log)
    #expect(try sentences().last?.contains("Check who owns \(log).") == true)
  }

  @Test func `a ledger in a folder that is not there cannot be made`() throws {
    let text = text.replacing("/ledger.sqlite", with: "/none/ledger.sqlite")
    #expect(try sentences(text).first?.contains("nothing can be written") == true)
  }
}
