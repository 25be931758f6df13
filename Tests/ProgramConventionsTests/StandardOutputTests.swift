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

  @Test func `bytes are exact in a file, and command no terminal`() throws {
    let bytes = Array("{\"a\":\"\u{1B}[2J\u{9B}31m\u{202E}\"}\nä\n".utf8) + [0xFF]
    for isTerminal in [true, false] {
      var (reading, writing): (Int32, Int32) = (-1, -1)
      if isTerminal {
        try #require(openpty(&reading, &writing, nil, nil, nil) == 0)
      } else {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
      }
      defer { for end in [reading, writing] { close(end) } }
      let output = StandardOutput(descriptor: writing)
      #expect(output.isTerminal == isTerminal)
      try output.write(bytes: bytes)
      try output.flush()
      var found = [UInt8](repeating: 0, count: 1_000)
      let count = read(reading, &found, found.count)
      let shown = "{\"a\":\"\u{FFFD}[2J\u{FFFD}31m\"}\r\nä\r\n\u{FFFD}"
      #expect(Array(found.prefix(max(0, count))) == (isTerminal ? Array(shown.utf8) : bytes))
    }
  }
}
