/// The timing of a moving picture: which rows are shown when, as style sheets of CSS animations.
///
/// A row that is the same in several moments is drawn once. Where motion is not wanted
/// (`prefers-reduced-motion`), and where style sheets have no effect, only the last moment is
/// shown.
struct Motion: Hashable {
  /// The times for which the moments are shown, in milliseconds.
  private let lengths: [Int64]

  /// A row of a picture, and the moments in which it is shown.
  struct Row: Hashable {
    /// The drawing of the row.
    var markup: String
    /// For each moment, whether it shows the row.
    var pattern: [Bool]
  }

  /// Creates the timing of moments with these lengths in milliseconds.
  init(_ lengths: [Int64]) { self.lengths = lengths }

  /// A Boolean value that indicates whether there is more than one moment.
  var isMoving: Bool { lengths.count > 1 }

  /// Returns the different drawings of every row, from top to bottom and in order of appearance,
  /// from the drawings of the rows in every moment.
  func shown(_ moments: [[String]]) -> [Row] {
    (0..<(moments.first?.count ?? 0)).flatMap { y in
      var rows: [Row] = []
      for (moment, drawings) in moments.enumerated() where !drawings[y].isEmpty {
        let place = rows.firstIndex { $0.markup == drawings[y] } ?? rows.count
        if place == rows.count {
          let pattern = Array(repeating: false, count: moments.count)
          rows.append(Row(markup: drawings[y], pattern: pattern))
        }
        rows[place].pattern[moment] = true
      }
      return rows
    }
  }

  /// Returns whether a pattern shows its row in every moment.
  func isAlways(_ pattern: [Bool]) -> Bool { pattern.allSatisfy(\.self) }

  /// Returns the number of a pattern's style: its moments as bits, in hexadecimal.
  func number(of pattern: [Bool]) -> String {
    var digits = ""
    for start in stride(from: 0, to: pattern.count, by: 4) {
      let bits = pattern[start..<min(start + 4, pattern.count)]
      let value = bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
      digits += String(value, radix: 16)
    }
    return digits
  }

  /// Returns the style sheet of the patterns.
  func style(of patterns: [[Bool]]) -> String {
    var seen: Set<[Bool]> = []
    let moving = patterns.filter { !isAlways($0) && seen.insert($0).inserted }
    let stills = moving.filter { $0.last == false }.map { ".m\(number(of: $0))" }
    let total = lengths.reduce(0, +)
    var style = stills.isEmpty ? "" : stills.joined(separator: ",") + "{visibility:hidden}\n"
    for pattern in moving { style += keyframes(of: pattern, total) }
    style += "@media(prefers-reduced-motion:no-preference){\n"
    for pattern in moving {
      let number = number(of: pattern)
      style += ".m\(number){animation:m\(number) \(total)ms step-end infinite}\n"
    }
    return style + "}"
  }

  /// Returns the animation of a pattern: the instants at which it changes.
  private func keyframes(of pattern: [Bool], _ total: Int64) -> String {
    var frames = ""
    var (start, last): (Int64, Bool?) = (0, nil)
    for (isShown, length) in zip(pattern, lengths) {
      if isShown != last {
        frames += "\(Self.percent(start, of: total)){visibility:\(isShown ? "visible" : "hidden")}"
      }
      (start, last) = (start + length, isShown)
    }
    return "@keyframes m\(number(of: pattern)){\(frames)"
      + "100%{visibility:\(last == true ? "visible" : "hidden")}}\n"
  }

  /// Returns a share in per cent, with three decimal places.
  private static func percent(_ part: Int64, of whole: Int64) -> String {
    let thousandths = part * 100_000 / max(1, whole)
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + "%"
  }
}
