import Foundation
import ProgramConventions
import TerminalUI

/// A recording that was read from a file.
struct SessionRecording: Hashable, Sendable {
  /// A screen with the time at which it was shown and the keys that led to it.
  struct Moment: Hashable, Sendable {
    /// The milliseconds since the beginning.
    var at: Int64
    /// The screen.
    var frame: RecordedFrame
    /// The keys since the previous screen.
    var keys: [String] = []
  }

  /// The screens, oldest first; at least one.
  private(set) var moments: [Moment] = []
  /// The problem of a recording that can be shown all the same; `nil` for none.
  private(set) var warning: String?

  /// The most MiB of a recording, so that a wrong file does not fill the memory.
  private static let mebibytesMax = 256

  /// Reads a recording from a file.
  init(path: String) throws(CommandError) {
    try self.init(InputFile.read(path, mebibytesMax: Self.mebibytesMax), name: path)
  }

  /// Reads a recording from bytes.
  init(_ bytes: [UInt8], name: String) throws(CommandError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let head = Self.decode(first),
      let version = head.churntopSession, version > 0,
      [head.columns ?? 80, head.lines ?? 24].allSatisfy((1...1000).contains)
    else { throw .failed("\(name) is not a recording made with churntop --record.") }
    guard version <= Int(RecordingLine.version) else {
      throw .failed("\(name) was recorded by a newer churntop (form \(version)); update this one.")
    }
    var frame = RecordedFrame(size: Size(width: head.columns ?? 80, height: head.lines ?? 24))
    var keys: [String] = []
    var isWhole = false
    for (index, line) in lines.enumerated().dropFirst() {
      guard let entry = Self.decode(line), let at = entry.t else {
        if index == lines.count - 1 { break }
        throw .failed("\(name):\(index + 1): this line of the recording is damaged.")
      }
      if let key = entry.key { keys.append(key) }
      if entry.end != nil { isWhole = true }
      guard entry.rows != nil else { continue }
      guard entry.apply(to: &frame) else {
        throw .failed("\(name):\(index + 1): this line of the recording is damaged.")
      }
      moments.append(Moment(at: max(at, moments.last?.at ?? 0), frame: frame, keys: keys))
      keys = []
    }
    guard !moments.isEmpty else { throw .failed("\(name) holds no screen.") }
    if !isWhole { warning = "\(name) ends in the middle; what there is is shown." }
  }

  private static func decode(_ line: ArraySlice<UInt8>) -> Entry? {
    try? JSONDecoder().decode(Entry.self, from: Data(line))
  }

  /// A line of any kind.
  private struct Entry: Decodable {
    var churntopSession: Int?
    var columns: Int?
    var lines: Int?
    var t: Int64?
    var key: String?
    var size: [Int]?
    var rows: [String: [[String]]]?
    var cursor: [Int]?
    var end: Int?

    /// Applies the changed rows to a screen; returns `false` if the line is invalid.
    func apply(to frame: inout RecordedFrame) -> Bool {
      if let size {
        guard size.count == 2, size.allSatisfy((1...1000).contains) else { return false }
        frame = RecordedFrame(size: Size(width: size[0], height: size[1]))
      }
      for (name, runs) in rows ?? [:] {
        guard let y = Int(name), frame.rows.indices.contains(y),
          runs.allSatisfy({ (2...3).contains($0.count) })
        else { return false }
        frame.rows[y] = runs.map { run in
          RecordedFrame.Run(text: run[0], role: run[1], overlay: run.count > 2 ? run[2] : "")
        }
      }
      frame.cursor = cursor.flatMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }
      return true
    }
  }
}
