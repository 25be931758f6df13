import Dashboard
import Foundation
import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct ProgramRunnerTests {
  private func prepared(
    _ arguments: String..., patience: Int64 = 60_000
  ) throws -> PreparedCommand {
    try PreparedCommand(
      CustomCommand(name: "t", arguments: arguments, patience: patience), about: nil, values: [:])
  }

  @Test func `what a program prints, says and ends with comes back apart`() throws {
    let outcome = ProgramRunner().run(
      try prepared("/bin/sh", "-c", "echo out; echo err >&2; exit 3"))
    #expect(outcome.end == .exited(3))
    #expect(outcome.output == "out\n")
    #expect(outcome.complaints == "err\n")
  }

  @Test func `no shell reads an argument, and the program has no input`() throws {
    let text = "$(echo no) `no` ; 'no' \"no\" * ~"
    #expect(ProgramRunner().run(try prepared("/bin/echo", text)).output == text + "\n")
    #expect(ProgramRunner().run(try prepared("cat")).end == .exited(0))
  }

  @Test func `more than a pipe holds is read, and more than is kept is dropped`() throws {
    let count = 3 * ProgramRunner.outputBytesMax
    let outcome = ProgramRunner().run(try prepared("head", "-c", "\(count)", "/dev/zero"))
    #expect(outcome.end == .exited(0))
    #expect(outcome.output.utf8.count == ProgramRunner.outputBytesMax)
  }

  @Test func `a program that takes too long is ended with what it started`() throws {
    let outcome = ProgramRunner().run(
      try prepared(
        "/bin/sh", "-c", "trap '' TERM; sleep 600 & echo begun; wait; sleep 600", patience: 100))
    #expect(outcome.end == .timedOut)
    #expect(outcome.output == "begun\n")
  }

  @Test func `what a program leaves running is not waited for`() throws {
    let outcome = ProgramRunner().run(try prepared("/bin/sh", "-c", "sleep 5 & echo done"))
    #expect(outcome.end == .exited(0))
    #expect(outcome.output == "done\n")
  }

  @Test func `a program that does not exist is named as such`() throws {
    let outcome = ProgramRunner().run(try prepared("no-such-program-anywhere"))
    #expect(outcome.sentence.contains("no such program on the PATH"), "\(outcome.sentence)")
  }

  @Test func `a canceled program is ended`() throws {
    let runner = ProgramRunner()
    let command = try prepared("sleep", "600")
    // A thread of its own, since others keep the pool's threads busy.
    let canceling = Thread {
      while !Thread.current.isCancelled {
        runner.cancel()
        usleep(1_000)
      }
    }
    canceling.start()
    #expect(runner.run(command).end == .canceled)
    canceling.cancel()
  }
}
