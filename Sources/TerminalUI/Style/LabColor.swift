import Glibc

/// A colour in CIE L*a*b*, where distances correspond to perceived differences.
struct LabColor {
  let lightness: Double
  let a: Double
  let b: Double

  /// Converts linear red, green and blue of sRGB, with daylight (D65) as the white point.
  init(_ linear: SIMD3<Double>) {
    func curve(_ value: Double) -> Double {
      value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
    }
    let (red, green, blue) = (linear.x, linear.y, linear.z)
    let x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    lightness = 116 * y - 16
    a = 500 * (x - y)
    b = 200 * (y - z)
  }

  /// Returns the linear light of one component of sRGB, from 0 to 255.
  static func linear(_ component: Int) -> Double {
    let value = Double(component) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the distance by CIEDE2000 (Sharma, Wu and Dalal 2005).
  func distance(to other: LabColor) -> Double {
    let chroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = (1 - sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)))) / 2
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.angle(b, a1), Self.angle(other.b, a2))
    var turn = c1 * c2 == 0 ? 0 : h2 - h1
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let deltaHue = 2 * sqrt(c1 * c2) * sin(Self.radians(turn / 2))
    let meanL = (lightness + other.lightness) / 2
    let meanC = (c1 + c2) / 2
    var meanH = h1 + h2
    if c1 * c2 != 0 {
      meanH = abs(h1 - h2) <= 180 ? meanH / 2 : (meanH + (meanH < 360 ? 360 : -360)) / 2
    }
    let t =
      1 - 0.17 * cos(Self.radians(meanH - 30)) + 0.24 * cos(Self.radians(2 * meanH))
      + 0.32 * cos(Self.radians(3 * meanH + 6)) - 0.20 * cos(Self.radians(4 * meanH - 63))
    let bow = pow(meanL - 50, 2)
    let light = (other.lightness - lightness) / (1 + 0.015 * bow / sqrt(20 + bow))
    let colour = (c2 - c1) / (1 + 0.045 * meanC)
    let hue = deltaHue / (1 + 0.015 * meanC * t)
    let rotation =
      -2 * sqrt(pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7)))
      * sin(Self.radians(60 * exp(-pow((meanH - 275) / 25, 2))))
    return sqrt(light * light + colour * colour + hue * hue + rotation * colour * hue)
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  private static func angle(_ y: Double, _ x: Double) -> Double {
    if x == 0, y == 0 { return 0 }
    let degrees = atan2(y, x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
