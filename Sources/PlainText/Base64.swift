/// A strict base64 codec (<https://www.rfc-editor.org/rfc/rfc4648>): one encoding for each byte
/// sequence.
public enum Base64 {
  /// The two alphabets of RFC 4648.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded with `=`: certificates in `x5c`, Pub/Sub data.
    case standard
    /// `-` and `_`, never padded: the parts of a JWS (RFC 7515).
    case url
  }

  private static let standardLetters = letters("+/")
  private static let urlLetters = letters("-_")
  private static let standardTable = table(standardLetters)
  private static let urlTable = table(urlLetters)

  private static func letters(_ last: String) -> [UInt8] {
    Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
  }

  private static func table(_ letters: [UInt8]) -> [UInt8] {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in letters.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }

  /// Decodes a text; `nil` for a foreign character, a wrong length, misplaced padding or spare bits
  /// that are not zero.
  public static func decode(
    _ text: UnsafeBufferPointer<UInt8>, alphabet: Alphabet
  ) -> [UInt8]? {
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

  /// Decodes a text; `nil` for any that is not the one encoding of some bytes.
  public static func decode(_ text: some StringProtocol, alphabet: Alphabet) -> [UInt8]? {
    Array(text.utf8).withUnsafeBufferPointer { decode($0, alphabet: alphabet) }
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

  /// Encodes bytes, with padding in the standard alphabet and without it in the URL alphabet.
  public static func encode(_ bytes: some Sequence<UInt8>, alphabet: Alphabet) -> String {
    encode(Array(bytes), alphabet)
  }

  private static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
    let letters = alphabet == .standard ? standardLetters : urlLetters
    let (whole, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
    let restLength = rest == 0 ? 0 : alphabet == .standard ? 4 : rest + 1
    return String(unsafeUninitializedCapacity: whole * 4 + restLength) { text in
      letters.withUnsafeBufferPointer { letters in
        var (read, write) = (0, 0)
        while write < whole * 4 {
          let (a, b, c) = (bytes[read], bytes[read + 1], bytes[read + 2])
          text[write] = letters[Int(a >> 2)]
          text[write + 1] = letters[Int((a & 3) << 4 | b >> 4)]
          text[write + 2] = letters[Int((b & 15) << 2 | c >> 6)]
          text[write + 3] = letters[Int(c & 63)]
          (read, write) = (read + 3, write + 4)
        }
        guard rest > 0 else { return write }
        let (a, b) = (bytes[read], rest == 2 ? bytes[read + 1] : 0)
        text[write] = letters[Int(a >> 2)]
        text[write + 1] = letters[Int((a & 3) << 4 | b >> 4)]
        if rest == 2 { text[write + 2] = letters[Int((b & 15) << 2)] }
        for place in write + rest + 1..<write + restLength { text[place] = UInt8(ascii: "=") }
        return write + restLength
      }
    }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number in lower-case hexadecimal digits, as many as its type holds.
  public var hexadecimal: String { withUnsafeBytes(of: bigEndian) { $0.hexadecimal } }
}

extension Sequence<UInt8> {
  /// The bytes in lower-case hexadecimal digits, two a byte.
  @inlinable public var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(underestimatedCount * 2)
    func append(_ digit: UInt8) { text.append(digit + (digit < 10 ? 48 : 87)) }
    for byte in self {
      append(byte >> 4)
      append(byte & 15)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
