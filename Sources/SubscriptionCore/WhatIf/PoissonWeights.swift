/// Numbers of the Poisson distribution with mean 1, four from one hash.
enum PoissonWeights {
  /// The number by a share of 65,536ths: the distribution's inverse.
  private static let table: [UInt8] = {
    var (weight, probability, sum) = (UInt8(0), 0.36787944117144233, 0.36787944117144233)
    return (0..<65_536).map { place in
      while Double(place) + 0.5 >= sum * 65_536, weight < 8 {
        weight += 1
        probability /= Double(weight)
        sum += probability
      }
      return weight
    }
  }()

  /// Returns the weights of a subscription in four resamplings.
  static func draw(_ unit: UInt64, block: UInt64) -> SIMD4<Double> {
    let bits = SplitMix64.mix(unit &+ block &* 0xD1B5_4A32_D192_ED03)
    return SIMD4(
      Double(table[Int(truncatingIfNeeded: bits & 0xFFFF)]),
      Double(table[Int(truncatingIfNeeded: bits >> 16 & 0xFFFF)]),
      Double(table[Int(truncatingIfNeeded: bits >> 32 & 0xFFFF)]),
      Double(table[Int(truncatingIfNeeded: bits >> 48)]))
  }
}

/// A generator of the same bits for the same seed on every machine.
enum SplitMix64 {
  /// Returns 64 mixed bits (<https://prng.di.unimi.it/splitmix64.c>).
  static func mix(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
