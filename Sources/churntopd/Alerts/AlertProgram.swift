import Foundation
import Synchronization

/// Runs a program for an alert: its arguments as they are, never a shell.
enum AlertProgram {
  /// Runs a program and waits for it.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  ///   - input: What it reads on standard input.
  ///   - limit: How long it may take before it is ended.
  /// - Returns: What went wrong, to follow the program's name; `nil` for nothing.
  static func run(
    _ path: String, _ arguments: [String], input: [UInt8], limit: Duration
  ) async -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // A program of the operator's needs no secret of the daemon.
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard let file = file(input) else { return "cannot be given its input" }
    process.standardInput = file
    let (ended, signal) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      signal.yield(process.terminationStatus)
      signal.finish()
    }
    do { try process.run() } catch { return "cannot be run" }
    let identifier = process.processIdentifier
    let isLate = Mutex(false)
    let watch = Task {
      try await Task.sleep(for: limit)
      isLate.withLock { $0 = true }
      kill(identifier, SIGTERM)
      try await Task.sleep(for: .seconds(2))
      kill(identifier, SIGKILL)
    }
    defer { watch.cancel() }
    for await status in ended {
      if isLate.withLock({ $0 }) { return "took longer than \(limit) and was ended" }
      return status == 0 ? nil : "ended with the status \(status)"
    }
    return nil
  }

  /// The input as a file without a name: a program that does not read it holds nobody up, and
  /// breaks nobody's pipe.
  private static func file(_ input: [UInt8]) -> FileHandle? {
    let pattern = "/churntopd-" + String(repeating: "X", count: 6)
    var path = Array((NSTemporaryDirectory() + pattern).utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(input))
      try file.seek(toOffset: 0)
      return file
    } catch {
      return nil
    }
  }
}
