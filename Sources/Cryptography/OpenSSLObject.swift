internal import CLibcrypto

/// An object of OpenSSL, freed with its last reference.
///
/// Several threads may use it, as keys and certificates are never changed.
final class OpenSSLObject: Sendable {
  private let address: UInt
  private let free: @Sendable (OpaquePointer?) -> Void

  /// Takes an object over, with the function that frees it.
  init(_ pointer: OpaquePointer?, free: @escaping @Sendable (OpaquePointer?) -> Void) {
    (address, self.free) = (UInt(bitPattern: pointer), free)
  }

  deinit { free(pointer) }

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
}

/// The library as a whole.
public enum OpenSSL {
  /// Leaves the library as it is when the program exits: by default it tears itself down in
  /// `exit(3)`, under threads that may still be hashing.
  ///
  /// To be called before anything else that may use the library, as the clients of databases do.
  public static func keepUntilTheEnd() { OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }
}

/// An operation that OpenSSL refused.
public struct OpenSSLError: Error, CustomStringConvertible {
  /// The reason, in OpenSSL's words.
  public let description: String

  init(reason: String) { description = reason }

  /// Takes the newest error of this thread, and forgets the others.
  init() {
    description =
      ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
      ?? "OpenSSL failed without a reason"
    ERR_clear_error()
  }
}

/// A file of OpenSSL in memory.
final class MemoryFile {
  let bio: OpaquePointer

  init?(_ content: [UInt8]) {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    self.bio = bio
    BIO_write(bio, content, Int32(clamping: content.count))
  }

  deinit { BIO_free(bio) }

  /// The bytes that have not been read, which are read by this.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    BIO_read(bio, &bytes, Int32(clamping: bytes.count))
    return bytes
  }
}

/// Returns what a function of OpenSSL encodes; it is asked for the length first.
func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
  let length = Int(encode(nil))
  guard length > 0 else { return nil }
  return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
    var place = buffer.baseAddress
    count = Int(encode(&place))
  }
}
