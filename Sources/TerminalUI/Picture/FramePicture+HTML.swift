/// The picture as HTML, for mails and wikis that take no SVG.
///
/// The styles stand in the elements themselves, since mail programs drop style sheets. Characters
/// that may come from another font have a box of the width of their columns.
extension FramePicture {
  /// The picture as a page of its own, without scripts, fonts or other files; of several frames the
  /// last.
  public var html: String {
    let rows = (0..<still.size.height).map { line(runs(of: still, row: $0)) }
    let told = sentences.map { "<p>\(Markup.escaped($0))</p>\n" }.joined()
    let details =
      sentences.isEmpty ? "" : "<details>\n<summary>In sentences</summary>\n\(told)</details>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'"/>
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
