import Foundation

/// The server as a process of its own, whose use of processor and memory the kernel tells.
final class ServerProcess: Sendable {
  let port: UInt16
  private let process: Process
  private let input = Pipe()

  /// Starts a server and waits until it listens.
  init(arguments: [String]) throws {
    process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve", "--until-input-ends"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let port = text.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt16($0) }) else {
      throw ServerProblem.notStarted(text)
    }
    self.port = port
  }

  /// Stops the server gracefully.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Seconds of processor time that it has used, those of threads that are gone included.
  var cpuSeconds: Double {
    let path = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    // Behind the name in brackets; utime and stime are the fields 14 and 15 of proc(5).
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The most memory that it has held, in MiB.
  var peakMebibytes: Double {
    let path = "/proc/\(process.processIdentifier)/status"
    let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
  }
}

/// Why a measurement cannot be made.
enum ServerProblem: Error {
  case notStarted(String)
  case connection(String)
}
