/// The hash function FNV-1a (<https://www.rfc-editor.org/rfc/rfc9923.html>): the same bytes give
/// the same number on every machine and in every run, unlike `Hasher`.
///
/// It is no protection against somebody who looks for two texts with one hash.
public enum FNV1a {
  /// The number from which a 64-bit hash starts.
  public static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Hashes bytes to 64 bits, starting from the standard basis or another.
  @inlinable
  public static func hash(
    _ bytes: some Sequence<UInt8>, from basis: UInt64 = FNV1a.basis
  ) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Hashes several texts to 128 bits, so that texts divided differently give other hashes.
  public static func hash128(_ parts: [String]) -> UInt128 {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    return parts.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) { hash, part in
      part.utf8.reduce(hash) { ($0 ^ UInt128($1)) &* prime } &* prime
    }
  }
}
