/// A scanner that validates a text by RFC 8259 in one pass and records the range of each value.
///
/// It is stricter than the RFC where readers are known to disagree: a key may not occur twice in an
/// object, strings must be valid UTF-8 without lone surrogates, and nesting is limited to
/// ``depthMax``. Numbers are validated, not converted, so no digit is lost.
struct JSONScanner {
  /// The maximum nesting.
  static let depthMax = 64

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var nodes: [JSONNode] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(min(bytes.count / 14 + 8, 1 << 16))
  }

  /// Scans the whole text, which must contain exactly one value.
  mutating func scan() throws(JSONFault) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace()
    try value(depth: 0)
    skipSpace()
    if position < bytes.count { throw fault(.trailing) }
  }

  func fault(_ problem: JSONProblem) -> JSONFault {
    JSONFault(problem: position >= bytes.count ? .truncated : problem, offset: position)
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONFault) {
    guard position < bytes.count else { throw fault(.truncated) }
    switch bytes[position] {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "t"): try literal("true", .yes)
    case UInt8(ascii: "f"): try literal("false", .no)
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw fault(.unexpectedByte)
    }
  }

  private mutating func object(depth: Int) throws(JSONFault) {
    guard depth <= Self.depthMax else { throw fault(.tooDeep) }
    let index = open(.object)
    skipSpace()
    if take(UInt8(ascii: "}")) { return close(index) }
    var count = 0
    while true {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw fault(.unexpectedByte)
      }
      try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw fault(.unexpectedByte) }
      skipSpace()
      try value(depth: depth)
      count += 1
      skipSpace()
      if take(UInt8(ascii: "}")) { break }
      guard take(UInt8(ascii: ",")) else { throw fault(.unexpectedByte) }
      skipSpace()
    }
    close(index)
    try refuseDuplicateKeys(of: index, count: count)
  }

  private mutating func array(depth: Int) throws(JSONFault) {
    guard depth <= Self.depthMax else { throw fault(.tooDeep) }
    let index = open(.array)
    skipSpace()
    if take(UInt8(ascii: "]")) { return close(index) }
    while true {
      try value(depth: depth)
      skipSpace()
      if take(UInt8(ascii: "]")) { break }
      guard take(UInt8(ascii: ",")) else { throw fault(.unexpectedByte) }
      skipSpace()
    }
    close(index)
  }

  /// Records the start of an object or array at its bracket.
  private mutating func open(_ kind: JSONNode.Kind) -> Int {
    nodes.append(JSONNode(kind: kind, start: UInt32(position), end: 0, next: 0))
    position += 1
    return nodes.count - 1
  }

  private mutating func close(_ index: Int) {
    nodes[index].end = UInt32(position)
    nodes[index].next = UInt32(nodes.count)
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func append(_ kind: JSONNode.Kind, from start: Int, isEscaped: Bool = false) {
    nodes.append(
      JSONNode(
        kind: kind, isEscaped: isEscaped, start: UInt32(start), end: UInt32(position),
        next: UInt32(nodes.count + 1)))
  }

  private mutating func literal(_ text: StaticString, _ kind: JSONNode.Kind) throws(JSONFault) {
    let start = position
    for index in 0..<text.utf8CodeUnitCount {
      guard take(text.utf8Start[index]) else { throw fault(.unexpectedByte) }
    }
    append(kind, from: start)
  }

  private mutating func number() throws(JSONFault) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let leadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let whole = digits()
    if leadingZero && whole > 1 { throw JSONFault(problem: .badNumber, offset: position) }
    guard whole > 0 else { throw fault(.badNumber) }
    if take(UInt8(ascii: ".")), digits() == 0 { throw fault(.badNumber) }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw fault(.badNumber) }
    }
    append(.number, from: start)
  }

  /// Reads as many digits as there are and returns their number.
  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- 48 < 10 { position += 1 }
    return position - start
  }
}
