import Crypto

/// Short names for content, cut from its SHA-256.
enum Fingerprint {
  /// The first hexadecimal digits of the SHA-256 of bytes.
  static func hex(_ bytes: UnsafeRawBufferPointer, digits: Int = 16) -> String {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return Hex.text(hash.finalize().prefix(digits / 2))
  }

  /// The first hexadecimal digits of the SHA-256 of a text's UTF-8.
  static func hex(_ text: String, digits: Int = 16) -> String {
    var text = text
    return text.withUTF8 { hex(UnsafeRawBufferPointer($0), digits: digits) }
  }
}
