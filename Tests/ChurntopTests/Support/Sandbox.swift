import Foundation
import OwnThreads
import Synchronization
import Testing

/// A folder of its own for one test, and the program run in it.
///
/// The program is the real binary beside the tests; it sees no configuration, ledger or terminal
/// but the folder's own.
final class Sandbox {
  /// The folder.
  let path: String
  /// The environment variables that the program is started with.
  var environment: [String: String]

  /// The program that was built with the tests.
  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/churntop"
  }()

  init() throws {
    path = NSTemporaryDirectory() + "churntop-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path + "/tmp", withIntermediateDirectories: true)
    environment = [
      "HOME": path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": path + "/tmp",
      "CHURNTOP_LEDGER": path + "/ledger.sqlite", "CHURNTOP_ACTOR": "mira",
    ]
  }

  /// Makes a folder with a ledger of some records.
  convenience init(_ records: [PlayRecord]) throws {
    try self.init()
    let outcome = try fill(records.archive)
    try #require(outcome.status == 0, "\(outcome)")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Makes a folder inside.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes a file of any bytes and returns its path.
  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String {
    let path = file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The names of the files in a folder of the sandbox.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: file(folder)))?.sorted() ?? []
  }

  /// The bytes of a ledger with those of its journal; 0 where there is none.
  func bytes(ofLedger name: String = "ledger.sqlite") -> Int {
    ["", "-wal"].map { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file(name + suffix))
      return attributes?[.size] as? Int ?? 0
    }.reduce(0, +)
  }

  /// Waits up to a minute for a condition.
  ///
  /// - Returns: Whether it came to hold.
  func waits(until holds: () -> Bool) -> Bool {
    OwnThreads.expect()
    for _ in 0..<60_000 {
      if holds() { return true }
      usleep(1_000)
    }
    return false
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: String..., input: String? = nil) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    let running = try start(arguments, input: input)
    return running.finish()
  }

  /// A ledger that the program made, as the files that it left.
  private struct MadeLedger: Sendable {
    var outcome: Outcome
    var files: [(name: String, bytes: Data, mode: Int)]
  }

  /// The ledgers of ``fill(_:)`` by their records.
  private static let made = Mutex<[String: MadeLedger]>([:])

  /// Imports records into a ledger that does not exist yet.
  ///
  /// The program makes a ledger of the same records once, and every further test has a copy of
  /// the files.
  ///
  /// - Returns: The outcome of the import.
  @discardableResult
  func fill(_ records: String) throws -> Outcome {
    let files = FileManager.default
    if let ledger = Self.made.withLock({ $0[records] }) {
      for (name, bytes, mode) in ledger.files {
        _ = files.createFile(
          atPath: file(name), contents: bytes, attributes: [.posixPermissions: mode])
      }
      return ledger.outcome
    }
    let outcome = try run(["import", "-"], input: records)
    guard outcome.status == 0 else { return outcome }
    let left = try names(in: "").filter { $0.hasPrefix("ledger.sqlite") }.map { name in
      let mode = try files.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name)))
      return (name: name, bytes: bytes, mode: mode ?? 0)
    }
    Self.made.withLock { $0[records] = MadeLedger(outcome: outcome, files: left) }
    return outcome
  }

  /// Starts the program and does not wait for it.
  func start(_ arguments: [String], input: String? = nil) throws -> RunningProgram {
    try RunningProgram(
      Self.program, arguments, environment: environment, folder: path, input: input)
  }
}

/// What became of a program.
struct Outcome: Sendable, CustomStringConvertible {
  /// The exit status, or 128 and the number of the signal.
  var status: Int32
  /// What it printed.
  var output: String
  /// What it said.
  var diagnostics: String

  var description: String { "status \(status)\n\(output)\n--- said:\n\(diagnostics)" }

  /// The output as JSON.
  func json() throws -> TestJSON { try TestJSON(output) }

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}
