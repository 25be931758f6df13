import Foundation
import Testing

@testable import ProgramConventions

@Suite struct StandardOutputTests {
  @Test func `a full disk is said with the system's words`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let output = StandardOutput(descriptor: full)
    try output.line("{}")
    #expect(
      throws: CommandError.failed("The output cannot be written: no space left on device.")
    ) {
      try output.flush()
    }
  }

  @Test func `everything written arrives in order, however much it is`() throws {
    let path = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { unlink(path) }
    let output = StandardOutput(descriptor: descriptor)
    for number in 0..<20_000 { try output.line("line \(number)") }
    try output.flush()
    close(descriptor)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.elementsEqual((0..<20_000).map { "line \($0)" }))
  }
}
