/// The hash function FNV-1a (<https://www.rfc-editor.org/rfc/rfc9923.html>): the same bytes have
/// the same hash on every machine and in every run, unlike with `Hasher`.
///
/// It does not protect against an attacker who looks for two texts with one hash.
public enum FNV1a {
  /// The standard initial value of a 64-bit hash.
  public static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Returns the 64-bit hash of bytes, from the standard initial value or another.
  @inlinable
  public static func hash(
    _ bytes: some Sequence<UInt8>, from basis: UInt64 = FNV1a.basis
  ) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Returns the 128-bit hash of several texts; the same text divided differently has another hash.
  public static func hash128(_ parts: [String]) -> UInt128 {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    return parts.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) { hash, part in
      part.utf8.reduce(hash) { ($0 ^ UInt128($1)) &* prime } &* prime
    }
  }
}
