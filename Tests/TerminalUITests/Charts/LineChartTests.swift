import SeededNumbers
import Testing

@testable import TerminalUI

struct LineChartTests {
  /// Two steps and a falling line, with labels on both axes and at the ends.
  static let chart: LineChart = {
    let rising = LineChart.Line(
      [(0, 0.0), (2, 0.25), (5, 0.5), (10, 0.75)].map { x, y in
        LineChart.Sample(x: x, y: y, band: max(0, y - 0.15)...min(1, y + 0.15))
      }, letter: "r", label: "up 75 %")
    let falling = LineChart.Line(
      [LineChart.Sample(x: 0, y: 1), LineChart.Sample(x: 10, y: 0)], isStepped: false,
      dash: .dotted, role: .title, letter: "f", label: "down")
    return LineChart(
      [rising, falling], x: 0...10, y: 0...1,
      xTicks: [.init(0, "0"), .init(5, "5"), .init(10, "10 d")],
      yTicks: [.init(0, "0 %"), .init(0.5, "50 %"), .init(1, "100 %")])
  }()

  static func frame(
    _ chart: LineChart, _ width: Int, _ height: Int, _ set: GlyphSet
  ) -> Frame {
    let size = Size(width: width, height: height)
    var frame = Frame(size: size, glyphs: Glyphs(set))
    frame.draw(chart, in: Rect(size))
    return frame
  }

  @Test(arguments: 6...9) func `no label stands above that of a line that ends higher`(
    height: Int
  ) {
    let ends = [("high", 0.9), ("third", 0.13), ("low", 0.11), ("second", 0.16)]
    let lines = ends.map { label, end in
      LineChart.Line([.init(x: 0, y: 0), .init(x: 10, y: end)], letter: "l", label: label)
    }
    let chart = LineChart(lines, x: 0...10, y: 0...1)
    let order = Self.frame(chart, 40, height, .ascii).lines.compactMap { line in
      ends.map(\.0).first { line.contains($0) }
    }
    #expect(order == ["high", "second", "third", "low"])
  }

  @Test(arguments: [
    (
      GlyphSet.unicode,
      """
      100 %│⠑ ⢄
           │    ⠑ ⢄
           │        ⠒ ⣀  ░░░░░░░░░░░░░ up 75 %
       50 %│            ⠒⡤⣤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
           │     ░░░░░░░░⡇░░⠒░⣀░░░░░░░
           │░░░░░⡏⠉⠉⠉⠉⠉⠉⠉       ⠢ ⡀
        0 %│⣀⣀⣀⣀⣀⠇                ⠈ ⠢  down
           └──────────────────────────
            0            5        10 d
      """
    ),
    (
      .narrow,
      """
      100 %|▘ ▖
           |    ▘ ▖
           |        ▘ ▖  ░░░░░░░░░░░░░ up 75 %
       50 %|            ▘▖▖▖▖▖▖▖▖▖▖▖▖▖
           |     ░░░░░░░░▐░░▘░▖░░░░░░░
           |░░░░░▛▘▘▘▘▘▘▘       ▘ ▖
        0 %|▖▖▖▖▖▘                  ▘  down
           +--------------------------
            0            5        10 d
      """
    ),
    (
      .ascii,
      """
      100 %|f
           |  f f
           |      f f f  ............. up 75 %
       50 %|            frrrrrrrrrrrrr
           |     ........r..f.f.......
           |.....rrrrrrrr       f f
        0 %|rrrrr                   f  down
           +--------------------------
            0            5        10 d
      """
    ),
  ])
  func `a chart has axes, lines, bands and labels`(set: GlyphSet, picture: String) {
    let lines = Self.frame(Self.chart, 40, 9, set).lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(lines.joined(separator: "\n") == picture)
  }

  @Test(arguments: GlyphSet.allCases)
  func `nothing is drawn outside of the block, whatever its size`(set: GlyphSet) {
    for width in 0...30 {
      for height in 0...10 {
        let size = Size(width: width + 4, height: height + 4)
        var frame = Frame(size: size, glyphs: Glyphs(set))
        let rect = Rect(x: 2, y: 2, width: width, height: height)
        frame.draw(Self.chart, in: rect)
        for y in 0..<size.height {
          for x in 0..<size.width where !rect.contains(Point(x: x, y: y)) {
            #expect(frame[x, y] == .blank, "\(width)x\(height) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `narrow signs are neutral, and ASCII ones ASCII`() {
    // Ambiguous signs of the block: halves, whole, shades (EastAsianWidth.txt, Unicode 16.0).
    let ambiguous = Set("▀▄▌█▒▓─│└").union("·…")
    #expect(Set(Self.frame(Self.chart, 40, 9, .narrow).text).isDisjoint(with: ambiguous))
    let isPlain = Self.frame(Self.chart, 40, 9, .ascii).text.allSatisfy { $0.isASCII }
    #expect(isPlain)
  }

  @Test(arguments: GlyphSet.allCases)
  func `lines differ without colour`(set: GlyphSet) {
    func signs(_ dash: LineChart.Dash, _ letter: Character) -> String {
      let line = LineChart.Line(
        [.init(x: 0, y: 0.5), .init(x: 1, y: 0.5)], dash: dash, letter: letter)
      return Self.frame(LineChart([line], x: 0...1, y: 0...1), 24, 5, set).text
    }
    let pictures = zip(LineChart.Dash.allCases, "abc").map(signs)
    #expect(Set(pictures).count == 3)
  }

  @Test func `a line that rises never falls on the way`() {
    for set in GlyphSet.allCases {
      var random = SeededNumbers(seed: 7)
      for _ in 0..<40 {
        var y = 0.0
        let samples = (0...20).map { x -> LineChart.Sample in
          y = min(1, y + Double.random(in: 0...0.1, using: &random))
          return LineChart.Sample(x: Double(x), y: y)
        }
        let line = LineChart.Line(samples, letter: "r")
        let frame = Self.frame(LineChart([line], x: 0...20, y: 0...1), 33, 12, set)
        var last = 12
        for x in 1..<33 {
          let rows = (0..<11).filter { frame[x, $0].text != " " }
          guard let top = rows.first else { continue }
          #expect(top <= last)
          last = top
        }
        #expect(last < 12)
      }
    }
  }

  @Test func `values that are no numbers, and axes without a length, are drawn as far as they go`()
  {
    let line = LineChart.Line(
      [
        .init(x: 0, y: .nan), .init(x: .infinity, y: 1), .init(x: 0, y: 0.5),
        .init(x: 1, y: 0.5, band: 0.4...0.6),
      ], letter: "r")
    #expect(line.points.count == 2)
    for set in GlyphSet.allCases {
      _ = Self.frame(LineChart([line], x: 0...0, y: 0...0), 20, 6, set)
      _ = Self.frame(LineChart([], x: 0...1, y: 0...1), 20, 6, set)
    }
  }
}
