import Foundation
import ProgramConventions

/// A file, or standard input, that is read in parts.
struct InputFile: ~Copyable {
  private let descriptor: Int32
  private let name: String

  /// The most bytes of a part.
  private static let partBytesMax = 1 << 16

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(CommandError) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? STDIN_FILENO : Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(name) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Reads the next part; empty at the end.
  func next() throws(CommandError) -> [UInt8] {
    var part = [UInt8](repeating: 0, count: Self.partBytesMax)
    while true {
      let count = part.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(name) }
      part.removeLast(part.count - count)
      return part
    }
  }

  /// Reads a whole file, or standard input for `-`, which may have so many MiB at most.
  static func read(_ path: String, mebibytesMax: Int) throws(CommandError) -> [UInt8] {
    let file = try InputFile(path)
    var bytes: [UInt8] = []
    while case let part = try file.next(), !part.isEmpty {
      bytes += part
      guard bytes.count <= mebibytesMax << 20 else {
        throw .failed(
          "\(file.name) is longer than \(mebibytesMax) MiB. Check that it is the right file.")
      }
    }
    return bytes
  }

  private static func failure(_ name: String) -> CommandError {
    .failed("\(name) cannot be read: \(SystemError.message(errno)).")
  }
}
