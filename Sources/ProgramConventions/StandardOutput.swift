import Foundation
import TerminalUI

/// A buffered writer for the data that a command prints.
///
/// It uses `write(2)`, because a full disk behind a redirection must end the command with a status
/// and a message, and a closed pipe must end it without one.
public final class StandardOutput {
  private var buffer: [UInt8] = []
  private let descriptor: Int32

  /// The size of the buffer.
  private static let bufferBytesMax = 1 << 16

  /// A Boolean value that indicates whether the output is a terminal.
  public let isTerminal: Bool

  /// Creates an output to a descriptor, by default standard output.
  public init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// The columns of the terminal; `nil` if the output is not a terminal.
  public var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Appends text.
  public func write(_ text: String) throws(CommandError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferBytesMax { try flush() }
  }

  /// Appends a line.
  public func line(_ text: String = "") throws(CommandError) { try write(text + "\n") }

  /// Appends bytes from outside, as they are in a file or a pipe; on a terminal without control
  /// characters but line ends.
  public func write(bytes: [UInt8]) throws(CommandError) {
    guard !isTerminal else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let shown = lines.map { SafeText.sanitized(String(decoding: $0, as: UTF8.self)) }
      return try write(shown.joined(separator: "\n"))
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytesMax { try flush() }
  }

  /// Appends the last text of a command, and writes the buffer.
  public func finish(_ text: String) throws(CommandError) {
    try write(text)
    try flush()
  }

  /// Writes the buffer.
  public func flush() throws(CommandError) {
    var start = 0
    while start < buffer.count {
      let written = buffer[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        start += written
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .outputClosed
      case let code: throw .failed("The output cannot be written: \(SystemError.message(code)).")
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Waits until a non-blocking terminal or pipe is writable.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, 1000)
  }
}
