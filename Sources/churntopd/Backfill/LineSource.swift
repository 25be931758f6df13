import Foundation
import ProgramConventions

/// A file that is read line by line, however long it is.
struct LineSource {
  /// What to call it.
  let name: String
  /// How many bytes of it were given out.
  private(set) var bytesDone = 0
  /// How many bytes it has; `nil` where that is not known, as for a pipe.
  let bytesTotal: Int?

  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var line = 0

  /// The longest line that is given out; no purchase needs a tenth of it.
  static let lineBytesMax = 64 << 10
  private static let chunkBytes = 1 << 18

  /// Opens a file, or standard input by the name `-`.
  ///
  /// - Throws: ``CommandError`` when it cannot be read.
  init(_ path: String) throws(CommandError) {
    name = path
    guard let file = FileHandle(forReadingAtPath: path == "-" ? "/dev/stdin" : path) else {
      throw .failed("\(path) cannot be read: \(SystemText.reason(errno)).")
    }
    let target = (path as NSString).resolvingSymlinksInPath
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let kind = attributes?[.type] as? FileAttributeType
    guard kind != .typeDirectory else {
      throw .failed("\(path) is a folder. Name a file of CSV or NDJSON.")
    }
    self.file = file
    bytesTotal = kind == .typeRegular ? (attributes?[.size] as? NSNumber)?.intValue : nil
  }

  /// A line without its end; one that is too long has no bytes.
  typealias Line = (number: Int, bytes: ArraySlice<UInt8>?)

  /// The next line, with its number from 1 on; `nil` at the end of the file.
  ///
  /// - Throws: ``CommandError`` when reading fails.
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
        // Nobody wants it; it is read on for its end alone.
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
        throw .failed("\(name) cannot be read on: \(SystemText.reason(errno)).")
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
