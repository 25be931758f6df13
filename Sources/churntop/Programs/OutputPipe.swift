import Foundation
import ProgramConventions

/// A pipe for the output of a program that is read without blocking.
final class OutputPipe {
  /// The write end, for the program.
  private(set) var writing: Int32
  private let reading: Int32
  private var bytes: [UInt8] = []
  private var isOpen = true

  /// Creates a pipe that other programs do not inherit.
  init() throws(SpawnError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SpawnError(number: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The program itself blocks if the pipe is full.
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeWriting()
    close(reading)
  }

  /// Closes the write end of this process.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The text read so far; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the available data of two pipes, waiting a little for some to arrive.
  static func read(_ first: OutputPipe, _ second: OutputPipe, milliseconds: Int32) {
    let pipes = [first, second].filter(\.isOpen)
    guard !pipes.isEmpty else {
      usleep(useconds_t(milliseconds) * 1000)
      return
    }
    var requests = pipes.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    poll(&requests, nfds_t(requests.count), milliseconds)
    for pipe in pipes { pipe.drain() }
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isOpen {
      let count = Foundation.read(reading, &buffer, buffer.count)
      if count > 0 {
        let room = max(0, ProgramRunner.outputBytesMax - bytes.count)
        bytes += buffer.prefix(min(count, room))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        isOpen = false
      } else if errno == EAGAIN {
        return
      }
    }
  }
}
