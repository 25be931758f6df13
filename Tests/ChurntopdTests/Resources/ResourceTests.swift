import ArgumentParser
import ConfigurationFiles
import Cryptography
import Foundation
import OwnThreads
import SimulatedStores
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct ResourceTests {
  private static func path(_ name: String) -> String {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return here.appendingPathComponent("../../../Sources/churntopd/Resources/\(name)").standardized
      .path
  }

  @Test func `the sample configuration has nothing wrong with it`() throws {
    let (configuration, problems) = DaemonConfiguration.read(path: Self.path("churntopd.toml"))
    #expect(problems == [])
    #expect(configuration.appStore.count == 1 && configuration.googlePlay.count == 1)
    #expect(configuration.alerts.count == 2)
    #expect(configuration.server.trustedProxies.count == 2)
    #expect(configuration.sync == DaemonConfiguration.Sync())
    // Whoever follows the set-up article has no configuration of churntop's own: one ledger, one
    // policy.
    #expect(configuration.policy == .standard)
  }

  @Test func `what the sample cannot know is named until it is edited`() throws {
    let (configuration, _) = DaemonConfiguration.read(path: Self.path("churntopd.toml"))
    let notes = ConfigurationNotes(configuration).sentences
    for key in ["bundle", "issuer", "key", "package", "pushAudience", "pushAccount"] {
      #expect(notes.contains { $0.contains(": \(key) '") }, "\(key)")
    }
    #expect(notes.count == 6)
    let text = try String(contentsOfFile: Self.path("churntopd.toml"), encoding: .utf8)
    for value in ConfigurationNotes.sample {
      #expect(text.contains("\"\(value)\""), "\(value) is not in the sample")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for note in configuration.sampleValues {
      #expect(lines[note.line - 1].contains("# EDIT"), "\(note.sentence)")
    }
  }

  @Test func `the sample starts once its marked lines are edited, and not before`() async throws {
    let folder = try DaemonFolder()
    let own = [
      "bundle": "org.reader.app", "issuer": "0f3b4a5c-1111-4222-8333-444455556666",
      "key": "ABCDE12345", "keyFile": folder.file("key.p8"), "package": "org.reader.android",
      "pushAudience": "https://churn.reader.org/v1/google-play/notifications",
      "pushAccount": "push@reader-1234.iam.gserviceaccount.com",
    ]
    try folder.write("key.p8", PrivateKey.generated(.p256).pem)
    let google = try FakeStores(subscribers: 1) { .epoch }
    try folder.write("play-service-account.json", await google.serviceAccountJSON)
    try folder.write("tokens.json", "[]")
    let text = try String(contentsOfFile: Self.path("churntopd.toml"), encoding: .utf8)
      .replacing("/etc/churntop", with: folder.path)
      .replacing("/var/lib/churntop", with: folder.path)
    let marked = text.split(separator: "\n").compactMap { line in
      line.contains("# EDIT") ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(marked.sorted() == own.keys.sorted())
    let edited = text.replacing(#/(?m)^(\w+) = "[^"]*"(\s+# EDIT.*)$/#) { line in
      "\(line.1) = \"\(own[String(line.1)] ?? "")\"\(line.2)"
    }
    let dependencies = DaemonFolder.dependencies([:])
    let check = ConfigurationCheck(
      path: try folder.write("churntopd.toml", edited, mode: 0o640), dependencies: dependencies)
    #expect(check.problems.map(\.sentence) == [])
    #expect(check.notes == [])

    let untouched = ConfigurationCheck(
      path: try folder.write("churntopd.toml", text, mode: 0o640), dependencies: dependencies)
    #expect(untouched.problems.map(\.sentence).contains { $0.contains("SubscriptionKey_") })
    #expect(untouched.notes.count == marked.count - 1)
  }

  @Test func `what the sample leaves out is said as it is by itself`() throws {
    let text = try String(contentsOfFile: Self.path("churntopd.toml"), encoding: .utf8)
    let whole = text.replacing(#/(?m)^# (?=[a-zA-Z]+ = |\[\[)/#, with: "")
    #expect(whole != text)
    let file = try ConfigurationFile(path: "f", text: whole, shape: .daemon, isStrict: true)
    let (configuration, problems) = DaemonConfiguration.read(file)
    #expect(problems == [])
    var usual = DaemonConfiguration.Server()
    usual.tokens = configuration.server.tokens
    usual.trustedProxies = configuration.server.trustedProxies
    #expect(configuration.server == usual)
  }

  @Test func `the unit starts commands that exist`() throws {
    let unit = try String(contentsOfFile: Self.path("churntopd.service"), encoding: .utf8)
    let commands = unit.matches(of: #/(?m)^Exec\w+=\/usr\/local\/bin\/churntopd (\S+)/#)
      .map { String($0.1) }
    #expect(commands == ["check-config", "serve", "check-config"])
    #expect(unit.contains("ExecReload=/bin/kill -HUP $MAINPID\n"))
    let known = Churntopd.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    #expect(Set(commands).isSubset(of: known))
    for line in [
      "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "UMask=0007",
      "StateDirectoryMode=2770",
    ] {
      #expect(unit.contains(line + "\n"))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
  func `systemd understands the unit`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.analyzer)
    process.arguments = ["verify", "--man=no", Self.path("churntopd.service")]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let text = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").filter { $0.contains("churntopd.service") }
    // The program is not installed where the tests run.
    #expect(lines.allSatisfy { $0.contains("/usr/local/bin/churntopd is not executable") })
  }

  private static let analyzer = "/usr/bin/systemd-analyze"
}
