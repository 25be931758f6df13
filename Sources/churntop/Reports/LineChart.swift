import TerminalUI

/// A chart of shares by day, as SVG.
struct LineChart {
  /// A line of the chart.
  struct Line {
    /// The name beside its end.
    var name: String
    /// The class of its style.
    var style: String
    var points: [(days: Double, share: Double)]
  }

  /// The title, which a screen reader reads first.
  var title: String
  /// The description of the lines, in sentences.
  var summary: String
  var lines: [Line]
  /// The band around the first line, lower and upper bounds by day.
  var band: [(days: Double, low: Double, high: Double)]

  private static let (width, height) = (720.0, 300.0)
  private static let (left, right, top, bottom) = (48.0, 130.0, 14.0, 40.0)
  private static let days = 60.0
  private static let lineHeight = 14.0

  /// The chart as an SVG element with a title and a description; a number makes its identifiers
  /// unique in a document.
  func svg(number: Int) -> String {
    let (title, summary) = (Markup.escaped(title), Markup.escaped(summary))
    return """
      <svg role="img" aria-labelledby="chart\(number)-title chart\(number)-text" \
      viewBox="0 0 720 300">
      <title id="chart\(number)-title">\(title)</title>
      <desc id="chart\(number)-text">\(summary)</desc>
      \(axes)\(bandPath)\(lines.map(path).joined())\(names)</svg>

      """
  }

  /// The highest share of the axis: the data's, rounded up to a tenth.
  private var ceiling: Double {
    let shares = lines.flatMap { $0.points.map(\.share) } + band.map(\.high)
    return max(0.1, ((shares.max() ?? 0) * 10).rounded(.up) / 10)
  }

  private func x(_ days: Double) -> String {
    Self.number(Self.left + days / Self.days * (Self.width - Self.left - Self.right))
  }

  private func y(_ share: Double) -> String { Self.number(height(share)) }

  private func height(_ share: Double) -> Double {
    Self.top + (1 - share / ceiling) * (Self.height - Self.top - Self.bottom)
  }

  private var axes: String {
    var result = ""
    for day in stride(from: 0.0, through: Self.days, by: 10) {
      result += "<line class=\"grid\" x1=\"\(x(day))\" x2=\"\(x(day))\""
      result += " y1=\"\(y(0))\" y2=\"\(y(ceiling))\"/>"
      result += "<text x=\"\(x(day))\" y=\"278\" text-anchor=\"middle\">\(Int(day))</text>\n"
    }
    let steps = Int((ceiling * 10).rounded())
    for step in stride(from: 0, through: steps, by: steps > 5 ? 2 : 1) {
      let share = Double(step) / 10
      result += "<line class=\"grid\" x1=\"\(x(0))\" x2=\"\(x(Self.days))\""
      result += " y1=\"\(y(share))\" y2=\"\(y(share))\"/>"
      result += "<text x=\"42\" y=\"\(y(share))\" dy=\"4\" text-anchor=\"end\">"
      result += "\(step * 10) %</text>\n"
    }
    return result + "<text x=\"\(x(30))\" y=\"296\" text-anchor=\"middle\">"
      + "days since the failure</text>\n"
  }

  private var bandPath: String {
    guard band.count > 1 else { return "" }
    let points =
      band.map { "\(x($0.days)),\(y($0.high))" }
      + band.reversed().map { "\(x($0.days)),\(y($0.low))" }
    return "<polygon class=\"band\" points=\"\(points.joined(separator: " "))\"/>\n"
  }

  private func path(_ line: Line) -> String {
    let points = line.points.map { "\(x($0.days)),\(y($0.share))" }.joined(separator: " ")
    return "<polyline class=\"\(line.style)\" points=\"\(points)\"/>\n"
  }

  /// The names of the lines with their last shares, at least a line of text apart.
  private var names: String {
    let ends = lines.compactMap { line in line.points.last.map { (line.name, $0) } }
    var result = ""
    var lowest = Double.infinity
    // From the lowest up, since the axis below leaves no room to move down.
    for (name, end) in ends.sorted(by: { ($0.1.share, $0.0) < ($1.1.share, $1.0) }) {
      lowest = min(height(end.share), lowest - Self.lineHeight)
      result += "<text x=\"\(x(end.days))\" y=\"\(Self.number(lowest))\" dx=\"6\" dy=\"4\">"
      result += "\(Markup.escaped(name)) \(MetricsText.percent(end.share))</text>\n"
    }
    return result
  }

  /// Formats a coordinate with one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
