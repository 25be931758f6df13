import Glibc

/// A splitter of bytes that arrive in chunks into documents.
///
/// It recognises a JSON value over any number of lines, the elements of an array, bare compact JWS
/// lines, and any mixture. A document that never closes costs its own lines only: reading continues
/// at the next line that begins like a document.
struct DocumentSplitter {
  /// A document, or a range of bytes that cannot be one.
  struct Piece: Hashable, Sendable {
    /// Its place in the bytes that were split.
    var range: Range<Int>
    /// The line on which it begins, counted from 1.
    var line: Int
    /// The reason why it cannot be a document; `nil` where the payload reader decides.
    var problem: Problem?
  }

  /// A problem that is found before a document is parsed.
  enum Problem: Hashable, Sendable {
    /// Longer than the longest document.
    case tooLong(bytesMax: Int)
    /// The input ends inside an array of documents.
    case unclosedArray
  }

  /// The most bytes of one document: 16 MiB.
  ///
  /// An array of documents may have any length.
  static let documentBytesMax = 16 << 20

  /// The deepest nesting that is followed; real payloads stay below ten.
  static let depthMax = 128

  private let bytesMax: Int
  private var line = 1
  private var isFirst = true
  private var isSkipping = false
  private var arrayLine: Int?
  private var needsComma = false
  var stack: [UInt8] = []

  /// Creates a splitter at the beginning of an input.
  init(bytesMax: Int = documentBytesMax) { self.bytesMax = bytesMax }

  /// Splits the bytes after those that the calls before consumed, and returns the pieces, in order,
  /// and the number of bytes that are done with.
  ///
  /// - Complexity: O(*n*); the bytes of an unfinished document are scanned again.
  mutating func split(_ bytes: [UInt8], isEnd: Bool) -> (pieces: [Piece], consumed: Int) {
    bytes.withUnsafeBufferPointer { buffer in
      var pieces: [Piece] = []
      let consumed = split(buffer, isEnd: isEnd, into: &pieces)
      return (pieces, consumed)
    }
  }

  private mutating func split(
    _ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool, into pieces: inout [Piece]
  ) -> Int {
    var position = 0
    if isFirst {
      if !isEnd, bytes.count < 3 { return 0 }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      isFirst = false
    }
    if isSkipping {
      position = skip(bytes, from: position, isEnd: isEnd)
      if isSkipping { return position }
    }
    while let start = nextStart(in: bytes, from: &position, isEnd: isEnd, into: &pieces) {
      guard let end = end(of: start, in: bytes, isEnd: isEnd, into: &pieces) else { return start }
      position = end
      if isSkipping { return position }
    }
    if isEnd, let arrayLine {
      pieces.append(Piece(range: position..<position, line: arrayLine, problem: .unclosedArray))
      self.arrayLine = nil
    }
    return position
  }

  /// Skips white space, and the brackets and commas of an array of documents.
  private mutating func nextStart(
    in bytes: UnsafeBufferPointer<UInt8>, from position: inout Int, isEnd: Bool,
    into pieces: inout [Piece]
  ) -> Int? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: ",") where arrayLine != nil: needsComma = false
      case UInt8(ascii: "]") where arrayLine != nil: arrayLine = nil
      case UInt8(ascii: "[") where arrayLine == nil: (arrayLine, needsComma) = (line, false)
      default:
        if let begun = arrayLine, needsComma {
          pieces.append(Piece(range: position..<position, line: begun, problem: .unclosedArray))
          // Another array may begin here.
          arrayLine = nil
          continue
        }
        return position
      }
      position += 1
    }
    return nil
  }

  /// Finds the end of the document that begins at a position, adds its piece and returns the
  /// position after it; `nil` when more bytes are needed to tell.
  private mutating func end(
    of start: Int, in bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool, into pieces: inout [Piece]
  ) -> Int? {
    let first = bytes[start]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return plainEnd(of: start, in: bytes, isEnd: isEnd, into: &pieces)
    }
    var lines = 0
    switch scan(bytes, from: start, lines: &lines) {
    case .complete(let end) where end - start <= bytesMax:
      pieces.append(Piece(range: start..<end, line: line))
      line += lines
      needsComma = true
      return end
    case .unfinished where !isEnd && bytes.count - start <= bytesMax: return nil
    case .complete, .unfinished, .malformed:
      return giveUp(on: start, in: bytes, isEnd: isEnd, into: &pieces)
    }
  }

  /// Ends a piece that is not a JSON object or array: a compact JWS, or something unknown.
  private mutating func plainEnd(
    of start: Int, in bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool, into pieces: inout [Piece]
  ) -> Int? {
    var end = start
    let isElement = arrayLine != nil
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if isElement, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "]") { break }
      end += 1
    }
    if end == bytes.count, !isEnd {
      guard bytes.count - start > bytesMax else { return nil }
      return giveUp(on: start, in: bytes, isEnd: isEnd, into: &pieces)
    }
    guard end - start <= bytesMax else {
      return giveUp(on: start, in: bytes, isEnd: isEnd, into: &pieces)
    }
    var range = start..<end
    while let last = range.last, [0x20, 0x09, 0x0D].contains(bytes[last]) {
      range = range.lowerBound..<last
    }
    let quote = UInt8(ascii: "\"")
    if range.count >= 2, bytes[start] == quote, bytes[range.upperBound - 1] == quote {
      range = start + 1..<range.upperBound - 1
    }
    pieces.append(Piece(range: range, line: line))
    needsComma = true
    return end
  }

  /// Adds a piece for a document that cannot be delimited and returns the position where to
  /// continue; `nil` when more bytes are needed to tell.
  private mutating func giveUp(
    on start: Int, in bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool, into pieces: inout [Piece]
  ) -> Int? {
    let begun = line
    isSkipping = true
    let end = skip(bytes, from: start, isEnd: isEnd)
    if isSkipping, bytes.count - start <= bytesMax {
      (line, isSkipping) = (begun, false)
      return nil
    }
    needsComma = false
    let tooLong = end - start > bytesMax
    pieces.append(
      Piece(
        range: start..<min(end, start + bytesMax), line: begun,
        problem: tooLong ? .tooLong(bytesMax: bytesMax) : nil))
    return end
  }

  /// Skips the rest of a broken document, up to the next line that begins like one.
  private mutating func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isEnd: Bool
  ) -> Int {
    var position = start
    while let feed = newline(in: bytes, from: position) {
      guard feed + 1 < bytes.count || isEnd else { return feed }
      line += 1
      position = feed + 1
      if position == bytes.count { break }
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "e"):
        isSkipping = false
        return position
      default: break
      }
    }
    if isEnd { isSkipping = false }
    return bytes.count
  }

  /// The next line feed at or after a position.
  private func newline(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
    guard let base = bytes.baseAddress, position < bytes.count,
      let found = memchr(base + position, 10, bytes.count - position)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }
}
