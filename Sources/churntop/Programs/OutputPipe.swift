import Foundation
import ProgramConventions

/// One end of a program's output, read without waiting.
final class OutputPipe {
  /// The end that the program writes to.
  private(set) var writing: Int32
  private let reading: Int32
  private var bytes: [UInt8] = []
  private var isOpen = true

  /// Makes a pipe that programs do not inherit by accident.
  init() throws(SpawnError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SpawnError(number: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The program itself waits for room when it writes.
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeWriting()
    close(reading)
  }

  /// Leaves the writing to the program alone.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// What was read; bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads what there is in two pipes, waiting a little for something to come.
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
