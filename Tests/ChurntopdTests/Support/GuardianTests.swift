import Foundation
import OwnThreads
import Testing

@Suite(.ownThread) struct GuardianTests {
  private func sleeper() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["600"]
    try process.run()
    return process
  }

  @Test func `a child does not outlive the pipe of whoever started it`() throws {
    let (lost, other) = (try sleeper(), try sleeper())
    let guardian = try Guardian(of: lost)
    let another = try Guardian(of: other)
    guardian.lose()
    lost.waitUntilExit()
    #expect(lost.terminationReason == .uncaughtSignal && lost.terminationStatus == SIGKILL)
    #expect(other.isRunning, "each child has a guard of its own")
    another.dismiss()
    #expect(other.isRunning, "a guard that is dismissed kills nobody")
    // A child of a worker thread may have every other signal blocked.
    kill(other.processIdentifier, SIGKILL)
    other.waitUntilExit()
  }
}
