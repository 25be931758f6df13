/// A picture of the screen for documents, tickets and reports, as SVG or HTML.
///
/// It is made of a frame's cells alone, so it shows what a terminal would, and the same frames
/// always give the same bytes. Several frames make a moving SVG.
///
/// ```swift
/// let picture = FramePicture(
///   [FramePicture.Moment(frame)], theme: theme, tier: .direct, title: "Overview")
/// let file = picture.svg
/// ```
public struct FramePicture: Hashable, Sendable {
  /// A frame with the time for which it is shown.
  public struct Moment: Hashable, Sendable {
    /// The frame.
    public var frame: Frame
    /// The time for which a moving picture shows it.
    public var milliseconds: Int64

    /// Creates a moment.
    public init(_ frame: Frame, milliseconds: Int64 = 1000) {
      (self.frame, self.milliseconds) = (frame, max(1, milliseconds))
    }
  }

  /// The frames in order; at least one.
  public let moments: [Moment]
  /// The title, which screen readers say first.
  public let title: String
  /// The content of the picture in sentences, for those who do not see it.
  public let sentences: [String]
  let theme: Theme
  let tier: ColorTier
  let colors: PictureColors

  /// Creates a picture of frames in order, with its content in sentences; one of no frames is
  /// empty.
  ///
  /// The tier `.direct` is for the theme's own colours.
  public init(
    _ moments: [Moment], theme: Theme, tier: ColorTier, title: String, sentences: [String] = []
  ) {
    self.moments = moments.isEmpty ? [Moment(Frame(size: Size(width: 1, height: 1)))] : moments
    (self.theme, self.tier) = (theme, tier)
    (self.title, self.sentences) = (title, sentences.filter { !$0.isEmpty })
    colors = PictureColors(theme, tier: tier)
  }

  /// The frame that is shown where nothing moves: the last one.
  var still: Frame { moments[moments.count - 1].frame }

  /// The columns and rows of the largest frame.
  var size: Size {
    Size(
      width: moments.map(\.frame.size.width).max() ?? 1,
      height: moments.map(\.frame.size.height).max() ?? 1)
  }

  func runs(of frame: Frame, row y: Int) -> [CellRun] {
    CellRun.runs(of: frame.row(y)) { theme.style($0.role, overlay: $0.overlay, tier: tier) }
  }

  /// The picture as a page of its own, without scripts, fonts or other files, for mails and wikis
  /// that take no SVG; of several frames the last.
  ///
  /// The styles stand in the elements themselves, since mail programs drop style sheets. Characters
  /// that may come from another font have a box of the width of their columns.
  public var html: String {
    let rows = (0..<still.size.height).map { line(runs(of: still, row: $0)) }
    let told = sentences.map { "<p>\(Markup.escaped($0))</p>\n" }.joined()
    let details =
      sentences.isEmpty ? "" : "<details>\n<summary>In sentences</summary>\n\(told)</details>\n"
    return """
      \(Markup.pageStart)
      <title>\(Markup.escaped(title))</title>
      </head>
      <body>
      <figure style="margin:0">
      <pre aria-hidden="true" style="font:15px/19px \(Markup.fonts);\
      color:\(Markup.color(colors.foreground));background:\(Markup.color(colors.background));\
      padding:14px;border-radius:8px;display:inline-block;margin:0">
      \(rows.joined(separator: "\n"))</pre>
      <figcaption style="font:15px/1.5 system-ui,sans-serif">\(Markup.escaped(title))</figcaption>
      </figure>
      \(details)</body>
      </html>

      """
  }

  private func line(_ runs: [CellRun]) -> String {
    var runs = runs
    while let last = runs.last, last.isBlank, colors.pair(last.style).back == colors.background {
      runs.removeLast()
    }
    return runs.map(span).joined()
  }

  private func span(_ run: CellRun) -> String {
    let pair = colors.pair(run.style)
    var style: [String] = []
    if pair.text != colors.foreground, !run.isBlank {
      style.append("color:\(Markup.color(pair.text))")
    }
    if pair.back != colors.background { style.append("background:\(Markup.color(pair.back))") }
    if run.style.attributes.contains(.bold) { style.append("font-weight:700") }
    if run.style.attributes.contains(.italic) { style.append("font-style:italic") }
    if run.style.attributes.contains(.underline) { style.append("text-decoration:underline") }
    if run.kind != .plain { style.append("display:inline-block;width:\(run.columns)ch") }
    let text = Markup.escaped(run.text)
    return style.isEmpty ? text : "<span style=\"\(style.joined(separator: ";"))\">\(text)</span>"
  }
}
