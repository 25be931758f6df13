import Glibc

extension DocumentSplitter {
  /// The result of matching the brackets and strings of a JSON value.
  enum Scan: Hashable {
    /// It ends before that position.
    case complete(Int)
    /// The bytes end inside it.
    case unfinished
    /// Its brackets or strings do not fit together.
    case malformed
  }

  /// Finds the end of the JSON object or array that begins at a position.
  ///
  /// Only brackets and strings are matched; the payload reader checks the JSON. A line that begins
  /// with `{` where no value is allowed means that the line before was cut off.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, lines: inout Int
  ) -> Scan {
    stack.removeAll(keepingCapacity: true)
    var position = start
    var last = UInt8(ascii: ":")
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        guard let close = stringEnd(bytes, from: position + 1) else { return .unfinished }
        guard close > 0 else { return .malformed }
        position = close
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isInObject = stack.last == UInt8(ascii: "{")
        let beginsLine = position > start && bytes[position - 1] == UInt8(ascii: "\n")
        if isInObject, beginsLine, last != UInt8(ascii: ":") { return .malformed }
        guard stack.count < Self.depthMax else { return .malformed }
        stack.append(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // In ASCII both closing brackets follow their opening one by two.
        guard stack.popLast() == byte - 2 else { return .malformed }
        if stack.isEmpty { return .complete(position + 1) }
      case UInt8(ascii: "\n"):
        lines += 1
        position += 1
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
        continue
      default: break
      }
      last = byte
      position += 1
    }
    return .unfinished
  }

  /// The position of the quote that closes a string; 0 when a line ends inside the string, and
  /// `nil` when the bytes do.
  private func stringEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var position = start
    while true {
      guard position < bytes.count,
        let found = memchr(base + position, 0x22, bytes.count - position)
      else {
        return hasLineFeed(bytes, start..<bytes.count) ? 0 : nil
      }
      let quote = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      var backslashes = 0
      while quote - backslashes > start, bytes[quote - backslashes - 1] == UInt8(ascii: "\\") {
        backslashes += 1
      }
      if backslashes.isMultiple(of: 2) { return hasLineFeed(bytes, start..<quote) ? 0 : quote }
      position = quote + 1
    }
  }

  private func hasLineFeed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let base = bytes.baseAddress, !range.isEmpty else { return false }
    return memchr(base + range.lowerBound, 10, range.count) != nil
  }
}
