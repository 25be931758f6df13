import ArgumentParser
import ConfigurationFiles
import Foundation
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct ResourceTests {
  private static func path(_ name: String) -> String {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return here.appendingPathComponent("../../../Sources/churntopd/Resources/\(name)").standardized
      .path
  }

  @Test func `the sample configuration has nothing wrong with it`() throws {
    let (configuration, problems) = DaemonConfiguration.read(path: Self.path("churntopd.toml"))
    #expect(problems == [])
    #expect(configuration.appStore.count == 1 && configuration.googlePlay.count == 1)
    #expect(configuration.alerts.count == 3)
    #expect(configuration.server.trustedProxies.count == 2)
    #expect(configuration.sync == DaemonConfiguration.Sync())
    #expect(configuration.policy.recovery.appStoreGrace.rawValue == "16d")
  }

  @Test func `what the sample cannot know is named until it is edited`() throws {
    let (configuration, _) = DaemonConfiguration.read(path: Self.path("churntopd.toml"))
    let notes = ConfigurationNotes(configuration).sentences
    for key in ["bundle", "issuer", "key", "package", "pushAudience", "pushAccount", "post"] {
      #expect(notes.contains { $0.contains(": \(key) '") }, "\(key)")
    }
    #expect(notes.count == 7)
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
    #expect(commands == ["check-config", "serve"])
    let known = Churntopd.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    #expect(Set(commands).isSubset(of: known))
    for line in ["NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="] {
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
