import TerminalUI

/// The lines of a panel, of which the least important give way where there is no room for all.
struct PanelLines: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    var runs: [TextRun]
    var rank: Int
    var counts: Bool
  }

  /// The lines that fit in a panel.
  struct Fit: Hashable, Sendable {
    /// The lines, in their order.
    var lines: [[TextRun]]
    /// The number of lines left out that have something to say.
    var left: Int
  }

  private var lines: [Line] = []

  /// Adds a line with something to say; lines give way from the highest rank, of equals the last.
  mutating func add(_ runs: [TextRun], rank: Int = 0) {
    lines.append(Line(runs: runs, rank: rank, counts: true))
  }

  /// Adds a heading, which goes with the last of its lines.
  mutating func add(heading: String, rank: Int) {
    lines.append(Line(runs: [TextRun(heading, role: .header)], rank: rank, counts: false))
  }

  /// Adds a blank line, the first to give way.
  mutating func addBlank() { lines.append(Line(runs: [], rank: .max, counts: false)) }

  /// The lines that fit in a number of rows.
  func fitting(_ height: Int) -> Fit {
    let kept = lines.indices.sorted { (lines[$0].rank, $0) < (lines[$1].rank, $1) }
      .prefix(max(0, height)).sorted()
    let first = kept.first ?? 0
    // A heading at the end is one whose lines are all left out.
    let end = kept.last { lines[$0].counts } ?? first
    let shown = kept.filter { $0 <= end }
    let all = lines.count { $0.counts }
    return Fit(lines: shown.map { lines[$0].runs }, left: all - shown.count { lines[$0].counts })
  }
}

extension ModelReader {
  /// The hint of a panel: how much is left out for want of room, and then a hint of its own.
  func hint(leftOut count: Int, _ own: String, _ frame: Frame) -> String {
    guard count > 0 else { return own }
    let more = "\(frame.glyph(.ellipsis)) \(Formatting.count(count)) more"
    return own.isEmpty ? more : "\(more)  \(own)"
  }

  /// The hint of a text that is scrolled: which lines are in view, and then keys; the lines alone
  /// where there is no room for both.
  func hint(_ scroll: TextScroll, count: Int, in inner: Rect, _ keys: String) -> String {
    let place = scroll.place(count: count, height: inner.height)
    guard !place.isEmpty else { return keys }
    let whole = "\(place)  \(keys)"
    return SafeText.width(of: whole) <= inner.width - 2 ? whole : place
  }
}
