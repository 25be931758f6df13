/// The form in which the ledger keeps payloads that are full of signatures.
///
/// Every JWS of one leaf repeats the same header with the certificate chain, and what lies within
/// another JWS is in base64url twice. So of each JWS (RFC 7515, compact form) the header is kept
/// once in a table of its own, payload and signature are kept decoded, and the rest as it came.
/// Unpacked, every byte is as it was.
///
/// A packed payload is a mark, then by turns a literal and a JWS, ending with a literal. A literal
/// is its length and its bytes; a JWS is the number of its header, the length of its payload, the
/// payload packed in the same way, and its signature as a literal. Lengths and numbers are in
/// LEB128.
enum PackedPayload {
  /// The bytes that a packed payload begins with, and no document that a store sends.
  static let mark: [UInt8] = [0, 1]

  /// A Boolean value that indicates whether stored bytes are packed.
  static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

  /// Packs a payload; a closure gives the numbers under which headers are kept.
  ///
  /// - Returns: What is to be stored; `nil` where there is no JWS in it.
  /// - Complexity: O(*n*) for *n* bytes.
  static func pack(
    _ raw: [UInt8], number: (UnsafeBufferPointer<UInt8>) throws -> Int64
  ) rethrows -> [UInt8]? {
    var packed = mark
    packed.reserveCapacity(raw.count / 4)
    let count = try raw.withUnsafeBufferPointer { bytes in
      try pack(bytes, depth: 0, number, into: &packed)
    }
    return count > 0 ? packed : nil
  }

  /// The stored form of a payload that is not packed: itself, but for one that looks packed,
  /// compressed or pruned.
  static func whole(_ raw: [UInt8]) -> [UInt8] {
    guard
      isPacked(raw) || Compressor.isCompressed(raw) || PrunedPayload.pruning(of: raw) != nil
    else { return raw }
    var packed = mark
    raw.withUnsafeBufferPointer { append($0, to: &packed) }
    return packed
  }

  /// Unpacks what was packed, of which the mark is a part; a closure gives the headers by their
  /// numbers.
  ///
  /// - Returns: The payload as it came; `nil` where what was stored is damaged.
  static func unpack(
    _ packed: [UInt8], header: (Int64) throws -> [UInt8]?
  ) rethrows -> [UInt8]? {
    var raw: [UInt8] = []
    raw.reserveCapacity(packed.count * 6)
    return try unpack(packed[mark.count...], header, into: &raw) ? raw : nil
  }

  /// The fewest letters of a header that is worth a place of its own, and the most.
  private static let headerLengths = 256...65_536
  /// A store signs what it signed within a notification, and nothing deeper.
  private static let depthMax = 2

  // MARK: Packing

  /// Packs bytes, and returns how many JWS were found.
  private static func pack(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int,
    _ number: (UnsafeBufferPointer<UInt8>) throws -> Int64, into packed: inout [UInt8]
  ) rethrows -> Int {
    var (count, place, literal) = (0, 0, 0)
    while depth < depthMax, let start = Base64URL.beginning(in: bytes, from: place) {
      place = Base64URL.end(in: bytes, from: start)
      guard let found = jws(bytes, start, place) else { continue }
      append(UnsafeBufferPointer(rebasing: bytes[literal..<start]), to: &packed)
      append(UInt64(bitPattern: try number(found.header)), to: &packed)
      var inner: [UInt8] = []
      inner.reserveCapacity(found.payload.count)
      count += try found.payload.withUnsafeBufferPointer { payload in
        try pack(payload, depth: depth + 1, number, into: &inner)
      }
      append(UInt64(inner.count), to: &packed)
      packed += inner
      found.signature.withUnsafeBufferPointer { append($0, to: &packed) }
      count += 1
      place = found.end
      literal = place
    }
    append(UnsafeBufferPointer(rebasing: bytes[literal...]), to: &packed)
    return count
  }

  /// The JWS whose header lies between two places, its other parts decoded, and where it ends.
  private static func jws(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ headerEnd: Int
  ) -> (header: UnsafeBufferPointer<UInt8>, payload: [UInt8], signature: [UInt8], end: Int)? {
    let dot = UInt8(ascii: ".")
    guard headerLengths.contains(headerEnd - start), headerEnd < bytes.count,
      bytes[headerEnd] == dot,
      let payload = Base64URL.decode(bytes, from: headerEnd + 1),
      payload.end < bytes.count, bytes[payload.end] == dot,
      let signature = Base64URL.decode(bytes, from: payload.end + 1)
    else { return nil }
    return (
      UnsafeBufferPointer(rebasing: bytes[start..<headerEnd]), payload.bytes, signature.bytes,
      signature.end
    )
  }

  private static func append(_ literal: UnsafeBufferPointer<UInt8>, to packed: inout [UInt8]) {
    append(UInt64(literal.count), to: &packed)
    packed.append(contentsOf: literal)
  }

  private static func append(_ number: UInt64, to packed: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    packed.append(UInt8(rest))
  }

  // MARK: Unpacking

  private static func unpack(
    _ packed: ArraySlice<UInt8>, _ header: (Int64) throws -> [UInt8]?, into raw: inout [UInt8]
  ) rethrows -> Bool {
    var rest = packed
    while true {
      guard let literal = bytes(&rest) else { return false }
      raw += literal
      if rest.isEmpty { return true }
      guard let number = number(&rest), let known = try header(Int64(bitPattern: number)),
        let inner = bytes(&rest)
      else { return false }
      raw += known
      raw.append(UInt8(ascii: "."))
      var payload: [UInt8] = []
      guard try unpack(inner, header, into: &payload), let signature = bytes(&rest) else {
        return false
      }
      Base64URL.encode(payload, into: &raw)
      raw.append(UInt8(ascii: "."))
      Base64URL.encode(signature, into: &raw)
    }
  }

  private static func bytes(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let count = number(&rest).flatMap(Int.init(exactly:)), count <= rest.count else {
      return nil
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

/// The encoding of the parts of a JWS: RFC 4648 section 5, without padding.
private enum Base64URL {
  /// The value of each letter; 255 for bytes that are none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The place of the first letter at or behind a place; `nil` where there is none.
  static func beginning(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    values.withUnsafeBufferPointer { values in
      var place = start
      while place < bytes.count, values[Int(bytes[place])] > 63 { place += 1 }
      return place < bytes.count ? place : nil
    }
  }

  /// The end of the letters that begin at a place.
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    values.withUnsafeBufferPointer { values in
      var place = start
      while place + 4 <= bytes.count {
        let all =
          values[Int(bytes[place])] | values[Int(bytes[place + 1])]
          | values[Int(bytes[place + 2])] | values[Int(bytes[place + 3])]
        if all > 63 { break }
        place += 4
      }
      while place < bytes.count, values[Int(bytes[place])] < 64 { place += 1 }
      return place
    }
  }

  /// Decodes the letters that begin at a place.
  ///
  /// - Returns: The bytes and where the letters end; `nil` where encoding the bytes again would
  ///   give other letters.
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (bytes: [UInt8], end: Int)? {
    var (place, isWhole) = (start, true)
    let bytes = values.withUnsafeBufferPointer { values in
      [UInt8](unsafeUninitializedCapacity: (text.count - start) / 4 * 3 + 3) { bytes, count in
        while place + 4 <= text.count {
          let (a, b) = (UInt32(values[Int(text[place])]), UInt32(values[Int(text[place + 1])]))
          let (c, d) = (UInt32(values[Int(text[place + 2])]), UInt32(values[Int(text[place + 3])]))
          if a | b | c | d > 63 { break }
          let bits = a << 18 | b << 12 | c << 6 | d
          bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[count + 2] = UInt8(truncatingIfNeeded: bits)
          (place, count) = (place + 4, count + 3)
        }
        var (bits, left) = (UInt32(0), 0)
        while place < text.count, values[Int(text[place])] < 64 {
          bits = bits << 6 | UInt32(values[Int(text[place])])
          (place, left) = (place + 1, left + 1)
        }
        // Two letters hold one byte, three hold two; one holds none, and what is over is zero.
        let spare = UInt32(left == 3 ? 2 : 4)
        isWhole = left != 1 && bits & (1 << spare - 1) == 0
        guard left > 1 else { return }
        bits >>= spare
        if left == 3 {
          bytes[count] = UInt8(truncatingIfNeeded: bits >> 8)
          count += 1
        }
        bytes[count] = UInt8(truncatingIfNeeded: bits)
        count += 1
      }
    }
    return isWhole ? (bytes, place) : nil
  }

  /// Appends bytes as letters.
  static func encode(_ bytes: some Collection<UInt8>, into text: inout [UInt8]) {
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
  }
}
