import SeededNumbers

/// Text of the kind that comes from anywhere: words, wide signs, controls, marks, anything.
func hostileText(_ random: inout SeededNumbers, upTo count: Int) -> String {
  let pool: [Unicode.Scalar] = [
    "a", "Z", " ", "é", "山", "ｶ", "👩", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{1B}", "\n", "\t",
    "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\0", "א", "ह", "\u{AD}", "\u{FFFE}", "\u{1100}",
  ]
  var text = ""
  for _ in 0..<Int.random(in: 0...count, using: &random) {
    let scalar =
      Bool.random(using: &random)
      ? pool.randomElement(using: &random)
      : Unicode.Scalar(UInt32.random(in: 0..<0x110000, using: &random))
    if let scalar { text.unicodeScalars.append(scalar) }
  }
  return text
}
