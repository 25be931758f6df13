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

  /// Returns a hash whose bits all depend on each other, as a sample or an assignment needs.
  ///
  /// The hash alone leaves the upper bits of texts that differ only in their last letters nearly
  /// equal. The mixing is the finalizer of SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
  @inlinable
  public static func mixed(_ hash: UInt64) -> UInt64 {
    var hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }

  /// Returns the 128-bit hash of several texts; the same text divided differently has another hash.
  public static func hash128(_ parts: [String]) -> UInt128 {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    return parts.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) { hash, part in
      part.utf8.reduce(hash) { ($0 ^ UInt128($1)) &* prime } &* prime
    }
  }
}
