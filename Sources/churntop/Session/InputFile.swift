import Foundation
import ProgramConventions

/// The reading of whole files and of standard input.
enum InputFile {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String) throws(CommandError) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, name: "standard input") }
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .failed("\(path) cannot be read: \(SystemError.message(errno)).")
    }
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  private static func read(_ descriptor: Int32, name: String) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .failed("\(name) cannot be read: \(SystemError.message(errno)).")
      }
      bytes += chunk[..<count]
    }
  }
}
