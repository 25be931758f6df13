import Cryptography
import PlainText

/// Short hashes of content, truncated from SHA-256.
enum Fingerprint {
  /// Returns the first hexadecimal digits of the SHA-256 of bytes.
  static func hex(_ bytes: UnsafeRawBufferPointer, digits: Int = 16) -> String {
    SHA256.hash(bytes).prefix(digits / 2).hexadecimal
  }

  /// Returns the first hexadecimal digits of the SHA-256 of a JSON value without the white space
  /// between its tokens, so that an export on one line is the same statement as the indented
  /// original.
  static func hex(_ json: JSONValue, digits: Int = 16) -> String {
    json.compact.withUnsafeBytes { hex($0, digits: digits) }
  }

  /// Returns the same for the value with every secret in it masked by ``Secrets``.
  static func hex(withoutSecrets json: JSONValue, digits: Int = 16) -> String {
    let redacted = json.compact.withUnsafeBufferPointer { Secrets.redacted($0) }
    return redacted.withUnsafeBytes { hex($0, digits: digits) }
  }

  /// Returns the first hexadecimal digits of the SHA-256 of a text's UTF-8.
  static func hex(_ text: String, digits: Int = 16) -> String {
    var text = text
    return text.withUTF8 { hex(UnsafeRawBufferPointer($0), digits: digits) }
  }
}
