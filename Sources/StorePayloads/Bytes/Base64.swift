/// A strict base64 codec (<https://www.rfc-editor.org/rfc/rfc4648>): one encoding for each byte
/// sequence.
enum Base64 {
  /// The two alphabets of RFC 4648.
  enum Alphabet {
    /// `+` and `/`, padded with `=`: certificates in `x5c`, Pub/Sub data.
    case standard
    /// `-` and `_`, never padded: the parts of a JWS (RFC 7515).
    case url
  }

  private static let standardTable = table(Array("+/".utf8))
  private static let urlTable = table(Array("-_".utf8))

  private static func table(_ last: [UInt8]) -> [UInt8] {
    var table = [UInt8](repeating: 0xFF, count: 256)
    let letters = Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let small = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
    for (value, byte) in (letters + small + digits + last).enumerated() {
      table[Int(byte)] = UInt8(value)
    }
    return table
  }

  /// Decodes a text; `nil` for a foreign character, a wrong length, misplaced padding or spare bits
  /// that are not zero.
  static func decode(_ text: UnsafeBufferPointer<UInt8>, alphabet: Alphabet) -> [UInt8]? {
    var count = text.count
    if alphabet == .standard {
      guard count % 4 == 0 else { return nil }
      if count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
      if count > 0, count % 4 == 3, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    }
    guard count % 4 != 1 else { return nil }
    let table = alphabet == .standard ? standardTable : urlTable
    let size = count / 4 * 3 + [0, 0, 1, 2][count % 4]
    var valid = true
    let bytes = table.withUnsafeBufferPointer { table in
      [UInt8](unsafeUninitializedCapacity: size) { output, filled in
        valid = decode(text, count, table, into: output)
        filled = valid ? size : 0
      }
    }
    return valid ? bytes : nil
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ count: Int, _ table: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    var (read, write, seen) = (0, 0, UInt8(0))
    while read + 4 <= count {
      let (a, b) = (table[Int(text[read])], table[Int(text[read + 1])])
      let (c, d) = (table[Int(text[read + 2])], table[Int(text[read + 3])])
      seen |= a | b | c | d
      output[write] = a << 2 | b >> 4
      output[write + 1] = b << 4 | c >> 2
      output[write + 2] = c << 6 | d
      (read, write) = (read + 4, write + 3)
    }
    guard count - read > 0 else { return seen < 64 }
    let (a, b) = (table[Int(text[read])], table[Int(text[read + 1])])
    seen |= a | b
    output[write] = a << 2 | b >> 4
    guard count - read == 3 else { return seen < 64 && b & 0x0F == 0 }
    let c = table[Int(text[read + 2])]
    output[write + 1] = b << 4 | c >> 2
    return (seen | c) < 64 && c & 0x03 == 0
  }

  /// Encodes bytes in the standard alphabet with padding.
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = min(3, bytes.count - index)
      var group = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < rest ? Int(bytes[index + offset]) : 0)
      }
      for place in 0..<4 {
        text.append(place <= rest ? alphabet[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
