extension JSONScanner {
  /// Scans a string from its opening quote to its closing one.
  mutating func string() throws(JSONFault) {
    let start = position
    position += 1
    var isEscaped = false
    while true {
      skipPlain()
      guard position < bytes.count else { throw fault(.truncated) }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return append(.string, from: start, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape()
      case 0..<0x20: throw fault(.controlCharacter)
      default: try multibyte()
      }
    }
  }

  /// Moves to the next quote, backslash, control character or non-ASCII byte, eight at a time.
  @inline(__always)
  private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    while position + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let stops =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
          | ((word &- ones &* 0x20) & ~word) | word) & tops
      if stops != 0 { return position += stops.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return }
      position += 1
    }
  }

  private mutating func escape() throws(JSONFault) {
    guard position + 1 < bytes.count else {
      position = bytes.count
      throw fault(.truncated)
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      let unit = try unicodeEscape()
      if unit & 0xFC00 == 0xD800 {
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
          bytes[position + 1] == UInt8(ascii: "u"), try unicodeEscape() & 0xFC00 == 0xDC00
        else { throw fault(.badEscape) }
      } else if unit & 0xFC00 == 0xDC00 {
        throw fault(.badEscape)
      }
    default: throw fault(.badEscape)
    }
  }

  /// Reads `\u` and four hexadecimal digits.
  private mutating func unicodeEscape() throws(JSONFault) -> UInt32 {
    guard position + 6 <= bytes.count else {
      position = bytes.count
      throw fault(.truncated)
    }
    guard let unit = Hex.unit(bytes, at: position + 2) else { throw fault(.badEscape) }
    position += 6
    return unit
  }

  /// Reads one UTF-8 sequence of two to four bytes, by table 3-7 of the Unicode Standard.
  private mutating func multibyte() throws(JSONFault) {
    let lead = bytes[position]
    let (length, low, high): (Int, UInt8, UInt8)
    switch lead {
    case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (length, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
    case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
    case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
    default: throw fault(.badUTF8)
    }
    guard position + length <= bytes.count, (low...high).contains(bytes[position + 1]) else {
      throw fault(.badUTF8)
    }
    for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 {
      throw fault(.badUTF8)
    }
    position += length
  }

  // MARK: Keys

  /// Throws an error for an object in which two keys have the same text after unescaping.
  ///
  /// - Complexity: O(*n*²) comparisons of lengths up to 24 keys, O(*n*) beyond.
  func refuseDuplicateKeys(of index: Int, count: Int) throws(JSONFault) {
    guard count > 1 else { return }
    if count > 24 {
      var seen = Set<String>(minimumCapacity: count)
      var key = index + 1
      for _ in 0..<count {
        guard seen.insert(JSONText.string(nodes[key], in: bytes)).inserted else {
          throw JSONFault(problem: .duplicateKey, offset: Int(nodes[key].start))
        }
        key = Int(nodes[key + 1].next)
      }
      return
    }
    var key = Int(nodes[index + 2].next)
    for position in 1..<count {
      var earlier = index + 1
      for _ in 0..<position {
        if sameKey(nodes[earlier], nodes[key]) {
          throw JSONFault(problem: .duplicateKey, offset: Int(nodes[key].start))
        }
        earlier = Int(nodes[earlier + 1].next)
      }
      key = Int(nodes[key + 1].next)
    }
  }

  @inline(__always)
  private func sameKey(_ left: JSONNode, _ right: JSONNode) -> Bool {
    if left.isEscaped || right.isEscaped {
      return JSONText.string(left, in: bytes) == JSONText.string(right, in: bytes)
    }
    let length = left.end - left.start
    guard length == right.end - right.start else { return false }
    for offset in 1..<Int(length)
    where bytes[Int(left.start) + offset] != bytes[Int(right.start) + offset] {
      return false
    }
    return true
  }
}
