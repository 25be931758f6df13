import Foundation
import ProgramConventions

/// A reader of a file of any size, line by line.
struct LineSource {
  /// The name of the file, for messages.
  let name: String
  /// The number of bytes read so far.
  private(set) var bytesDone = 0
  /// The size of the file in bytes; `nil` if it is unknown, as for a pipe.
  let bytesTotal: Int?

  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var line = 0

  /// The maximum length of a line; no purchase needs a tenth of it.
  static let lineBytesMax = 64 << 10
  private static let chunkBytes = 1 << 18

  /// Opens a file, or standard input by the name `-`.
  ///
  /// - Throws: `CommandError` if it cannot be read.
  init(_ path: String) throws(CommandError) {
    name = path
    guard let file = FileHandle(forReadingAtPath: path == "-" ? "/dev/stdin" : path) else {
      throw .failed("\(path) cannot be read: \(SystemError.message(errno)).")
    }
    let target = path.followingLinks
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let kind = attributes?[.type] as? FileAttributeType
    guard kind != .typeDirectory else {
      throw .failed("\(path) is a folder. Name a file of CSV or NDJSON.")
    }
    self.file = file
    bytesTotal = kind == .typeRegular ? (attributes?[.size] as? NSNumber)?.intValue : nil
  }

  /// A line without its line end; a line that is too long has no bytes.
  typealias Line = (number: Int, bytes: ArraySlice<UInt8>?)

  /// Reads the next line with its number, counted from 1; returns `nil` at the end of the file.
  ///
  /// - Throws: `CommandError` if reading fails.
  mutating func next() throws(CommandError) -> Line? {
    var (searched, isTooLong) = (position, false)
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return take(through: end + 1, isTooLong: isTooLong)
      }
      if isAtEnd {
        guard position < buffer.count || isTooLong else { return nil }
        return take(through: buffer.count, isTooLong: isTooLong)
      }
      if buffer.count - position > Self.lineBytesMax {
        // The rest of the line is skipped up to its end.
        isTooLong = true
        bytesDone += buffer.count - position
        position = buffer.count
      }
      buffer.removeFirst(position)
      (searched, position) = (buffer.count, 0)
      do {
        let chunk = try file.read(upToCount: Self.chunkBytes) ?? Data()
        isAtEnd = chunk.isEmpty
        buffer += chunk
      } catch {
        throw .failed("\(name) cannot be read on: \(SystemError.message(errno)).")
      }
    }
  }

  private mutating func take(through end: Int, isTooLong: Bool) -> Line {
    var bytes = buffer[position..<end]
    if line == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    line += 1
    bytesDone += end - position
    position = end
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes = bytes.dropLast()
    }
    return (line, isTooLong || bytes.count > Self.lineBytesMax ? nil : bytes)
  }
}
