/// A kind of colour vision: usual, or with one of the complete colour deficiencies.
///
/// The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), at severity 1.0.
public enum ColorVision: String, CaseIterable, Hashable, Sendable {
  /// With all three kinds of cones.
  case usual
  /// Without the cones for long waves: red is dark.
  case protan
  /// Without the cones for middle waves: red and green are alike.
  case deutan
  /// Without the cones for short waves: blue and green are alike.
  case tritan

  /// Returns the CIEDE2000 distance between two colours in this colour vision.
  ///
  /// - Returns: 0 for equal colours, 100 for black and white; `nil` if one of them is the
  ///   terminal's default, which is unknown.
  public func distance(_ left: Color, _ right: Color) -> Double? {
    guard let left = left.measured, let right = right.measured else { return nil }
    return LabColor(see(left)).distance(to: LabColor(see(right)))
  }

  /// Returns a colour as this colour vision perceives it; both are linear red, green and blue.
  private func see(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let rows = matrix
    let seen = SIMD3((rows.0 * light).sum(), (rows.1 * light).sum(), (rows.2 * light).sum())
    return seen.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private var matrix: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    switch self {
    case .usual: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    case .protan:
      (
        SIMD3(0.152286, 1.052583, -0.204868), SIMD3(0.114503, 0.786281, 0.099216),
        SIMD3(-0.003882, -0.048116, 1.051998)
      )
    case .deutan:
      (
        SIMD3(0.367322, 0.860646, -0.227968), SIMD3(0.280085, 0.672501, 0.047413),
        SIMD3(-0.011820, 0.042940, 0.968881)
      )
    case .tritan:
      (
        SIMD3(1.255528, -0.076749, -0.178779), SIMD3(-0.078411, 0.930809, 0.147602),
        SIMD3(0.004733, 0.691367, 0.303900)
      )
    }
  }
}

extension Color {
  /// Returns the contrast with another colour by WCAG 2.2
  /// (<https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>).
  ///
  /// - Returns: 1 for equal colours, 21 for black and white; `nil` if one of them is the terminal's
  ///   default, which is unknown.
  public func contrast(with other: Color) -> Double? {
    guard let own = measured, let other = other.measured else { return nil }
    let weights = SIMD3(0.2126, 0.7152, 0.0722)
    let (left, right) = ((own * weights).sum(), (other * weights).sum())
    return (max(left, right) + 0.05) / (min(left, right) + 0.05)
  }

  /// The colour in linear light; `nil` for one that users configure in their terminal.
  fileprivate var measured: SIMD3<Double>? {
    if case .indexed(0..<16) = self { return nil }
    guard let (red, green, blue) = components else { return nil }
    return SIMD3(LabColor.linear(red), LabColor.linear(green), LabColor.linear(blue))
  }
}
