import Foundation
import OwnThreads

/// A program that runs, with files for its output so that no pipe can fill up.
final class RunningProgram {
  private let process = Process()
  private let output: String
  private let diagnostics: String

  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: String?
  ) throws {
    let name = folder + "/tmp-run-" + UUID().uuidString
    (output, diagnostics) = (name + ".out", name + ".err")
    for path in [output, diagnostics] {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: diagnostics)
    if let input {
      try Data(input.utf8).write(to: URL(fileURLWithPath: name + ".in"))
      process.standardInput = FileHandle(forReadingAtPath: name + ".in")
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
  }

  /// Its number.
  var number: Int32 { process.processIdentifier }

  /// Whether it still runs.
  var isRunning: Bool { process.isRunning }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for its end.
  func finish() -> Outcome {
    OwnThreads.expect()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    return Outcome(status: status, output: Self.text(output), diagnostics: Self.text(diagnostics))
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
