import Foundation
import Glibc
import StoreSimulator

/// A folder of its own with a configuration that a trial's daemon serves by.
final class TrialFolder {
  /// Where it lies.
  let path: String

  /// The ledger.
  var ledger: String { file("ledger.sqlite") }

  /// Makes a folder with a configuration.
  init(_ world: TrialWorld) throws {
    path = NSTemporaryDirectory() + "churntop-trial-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(world.root).write(to: URL(fileURLWithPath: file("root.der")))
    try configure("")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file for its owner alone.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file(name))
  }

  /// Writes the configuration, with more about the server, and about the App Store's app and behind
  /// it.
  func configure(_ more: String, ledger: String? = nil, server: String = "") throws {
    try write(
      "churntopd.toml",
      """
      ledger = "\(ledger ?? self.ledger)"
      [server]
      port = 0
      trustedProxies = ["127.0.0.1", "::1"]
      \(server)
      [[appStore]]
      bundle = "\(SimulatedWorld.bundle)"
      environments = ["production", "sandbox"]
      root = "\(file("root.der"))"
      \(more)
      """)
  }
}

/// The daemon of a trial, as a process of its own.
final class TrialDaemon {
  /// The port that it listens at.
  let port: UInt16
  private let process = Process()
  private let log: String

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: Its folder.
  ///   - prefix: What it is started by, such as `faketime -f +400d`.
  /// - Throws: ``ServerProblem`` where it does not listen within a minute.
  init(_ folder: TrialFolder, prefix: [String] = []) throws {
    let program = (CommandLine.arguments[0] as NSString).deletingLastPathComponent + "/churntopd"
    let command = prefix + [program, "serve", "--config", folder.file("churntopd.toml")]
    log = folder.file("log-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardError = FileHandle(forWritingAtPath: log)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let deadline = Date.now + 60
    while true {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let range = text.range(of: "listening port="),
        let port = UInt16(text[range.upperBound...].prefix { $0.isNumber })
      {
        self.port = port
        return
      }
      guard process.isRunning, Date.now < deadline else { throw ServerProblem.notStarted(text) }
      usleep(2_000)
    }
  }

  deinit { if process.isRunning { end(SIGKILL) } }

  /// Everything that it logged.
  var lines: [Substring] {
    ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n")
  }

  /// The number of the process, which `faketime` starts as its child.
  private var number: Int32 {
    let number = process.processIdentifier
    let path = "/proc/\(number)/task/\(number)/children"
    let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return children.split(separator: " ").first.flatMap { Int32($0) } ?? number
  }

  /// The memory that it holds and the most that it held, in MiB.
  var memory: (now: Double, peak: Double) {
    let path = "/proc/\(number)/status"
    let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    func value(_ name: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
    }
    return (value("VmRSS:"), value("VmHWM:"))
  }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: The status, and how many seconds it took.
  @discardableResult
  func end(_ signal: Int32) -> (status: Int32, seconds: Double) {
    let begin = ProcessInfo.processInfo.systemUptime
    kill(number, signal)
    process.waitUntilExit()
    return (process.terminationStatus, ProcessInfo.processInfo.systemUptime - begin)
  }

  /// Asks for a path and gives the status of the answer; 0 for none within a second or two.
  func status(of path: String) -> Int {
    guard let connection = try? LoadClient(port: port, path: path) else { return 0 }
    return connection.get()
  }
}
