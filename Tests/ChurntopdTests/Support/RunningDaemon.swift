import Foundation
import OwnThreads
import Testing

/// The daemon as a process of its own.
final class RunningDaemon {
  /// The port that it listens at.
  let port: Int
  private let process: Process
  private let guardian: Guardian
  private let log: String

  /// The program that was built with the tests.
  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/churntopd"
  }()

  /// Runs a command to its end.
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, diagnostics: String) {
    OwnThreads.expect()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    let (output, diagnostics) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, diagnostics)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let told = diagnostics.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: told, as: UTF8.self)
    )
  }

  /// Starts to serve and waits until requests are heard.
  ///
  /// - Parameters:
  ///   - config: The configuration's path.
  ///   - folder: Where the log goes.
  ///   - umask: What its files deny others, as a unit would say it.
  /// - Throws: Why it does not start.
  init(config: String, folder: DaemonFolder, umask: String = "022") async throws {
    OwnThreads.expect()
    process = Process()
    log = folder.file("log-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "umask \(umask); exec \"$0\" \"$@\"", Self.program, "serve", "--config", config,
    ]
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardError = FileHandle(forWritingAtPath: log)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    guardian = try Guardian(of: process)
    port = try await Self.port(in: log, of: process)
  }

  private static func port(in log: String, of process: Process) async throws -> Int {
    for _ in 0..<600 {
      let text = Self.text(log)
      if let range = text.range(of: "listening port="),
        let port = Int(text[range.upperBound...].prefix { $0.isNumber })
      {
        return port
      }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("the daemon does not listen: \(Self.text(log))")
    throw CancellationError()
  }

  /// The number of the process.
  var number: Int32 { process.processIdentifier }

  /// Everything it told.
  var diagnostics: String { Self.text(log) }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: The status, 128 more where a signal ended it.
  @discardableResult
  func end(_ signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    guardian.dismiss()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Waits until it ends by itself.
  ///
  /// - Returns: The status, 128 more where a signal ended it.
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    guardian.dismiss()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Sends a signal and does not wait.
  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    guardian.dismiss()
  }
}
