import Foundation

/// Ends a child process when this process ends, however that happens.
///
/// A shell waits at the end of a pipe that nobody else holds. The kernel closes the pipe with this
/// process, even where that was killed, and the shell kills the child.
final class Guardian {
  private let shell = Process()
  private let pipe = Pipe()

  /// Begins to guard a child that runs.
  init(of child: Process) throws {
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "read -r word; [ \"$word\" = dismissed ] || kill -KILL \(child.processIdentifier)",
    ]
    shell.standardInput = pipe
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    // The end that is written to must not live on in other children.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try shell.run()
  }

  /// Ends the guard over a child that has ended, whose number may be another's soon.
  func dismiss() {
    guard shell.isRunning else { return }
    try? pipe.fileHandleForWriting.write(contentsOf: Data("dismissed\n".utf8))
    shell.waitUntilExit()
  }

  /// Lets go as the kernel does for a process that was killed.
  func lose() {
    try? pipe.fileHandleForWriting.close()
    shell.waitUntilExit()
  }
}
