import TerminalUI

/// The document as one self-contained HTML file.
///
/// It has no script and asks no server for anything; a content security policy says so to the
/// browser.
enum HTML {
  /// The style of the page, light and dark, and for print.
  static let style = """
    :root{color-scheme:light dark;--fg:#1c1c1c;--bg:#fff;--dim:#595959;--line:#d0d0d0;
    --ok:#005f87;--bad:#af3a00;--mid:#6c4a9e;--heat:0,95,135}
    @media(prefers-color-scheme:dark){:root{--fg:#e4e4e4;--bg:#161616;--dim:#a8a8a8;--line:#444;
    --ok:#5fd7ff;--bad:#ff8f5f;--mid:#c3a6ff;--heat:95,215,255}}
    body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);
    max-width:78rem;margin:2rem auto;padding:0 1rem}
    p,li,caption{max-width:min(60rem,100vw - 2rem)}
    h1{font-size:1.5rem}
    h2{font-size:1.15rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
    .wide{overflow-x:auto;margin-bottom:1.2rem}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:min(100%,34rem)}
    caption{text-align:left;color:var(--dim);padding:.3rem 0}
    th,td{padding:.2rem .45rem;text-align:right;white-space:nowrap;
    border-bottom:1px solid var(--line)}
    th:first-child{text-align:left}
    .sum{white-space:normal;min-width:8rem}
    thead th{color:var(--dim);font-weight:600;white-space:normal;vertical-align:bottom}
    tbody th{font-weight:400}.open{font-style:italic}
    .h0,.h1,.h2,.h3,.h4,.h5,.h6,.h7,.h8,.h9{background:rgba(var(--heat),var(--a))}
    .h0{--a:.03}.h1{--a:.08}.h2{--a:.13}.h3{--a:.18}.h4{--a:.23}.h5{--a:.28}.h6{--a:.33}
    .h7{--a:.38}.h8{--a:.43}.h9{--a:.48}
    figure{margin:0}
    svg{width:100%;height:auto;max-width:45rem}svg text{fill:var(--dim);font-size:12px}
    .grid{stroke:var(--line);stroke-width:.5}polyline{fill:none;stroke-width:2}
    .recovered{stroke:var(--ok)}.canceled{stroke:var(--mid);stroke-dasharray:6 4}
    .ranout{stroke:var(--bad);stroke-dasharray:2 3}.band{fill:rgba(var(--heat),.18)}
    a{color:var(--ok)}li{margin:.2rem 0}
    @media print{body{margin:0;max-width:none;font-size:11px}h2,caption{break-after:avoid}
    svg,table{break-inside:avoid}.wide{overflow:visible}table{font-size:9px}
    th,td{padding:.15rem .25rem}.sum{min-width:6rem}
    tbody th{white-space:normal;overflow-wrap:anywhere;min-width:8rem}}
    """
}

extension ReportDocument {
  /// The document as HTML.
  var html: String {
    let title = Markup.escaped(title)
    var body = ""
    var charts = 0
    for block in blocks {
      if case .chart = block { charts += 1 }
      body += html(block, chart: charts)
    }
    return """
      \(Markup.pageStart)
      <meta name="color-scheme" content="light dark"/>
      <title>\(title)</title>
      <style>
      \(HTML.style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      \(body)</main>
      </body>
      </html>

      """
  }

  /// Returns a text as HTML, in which no line begins with a percent sign.
  private func prose(_ text: String) -> String {
    Markup.escaped(text).replacing(" %", with: "\u{A0}%")
  }

  private func html(_ block: Block, chart: Int) -> String {
    switch block {
    case .heading(let text): "<h2>\(Markup.escaped(text))</h2>\n"
    case .paragraph(let text): "<p>\(prose(text))</p>\n"
    case .table(let caption, let table): table.html(caption: caption)
    case .chart(let line): "<figure>\n\(line.svg(number: chart))</figure>\n"
    case .notes(let notes):
      "<ul>\n" + notes.map { "<li>\(prose($0))</li>\n" }.joined() + "</ul>\n"
    case .sources(let sources):
      "<ul>\n"
        + sources.map { source in
          "<li>\(Markup.escaped(source.text)) "
            + "(<a href=\"\(Markup.escaped(source.url))\">source</a>)</li>\n"
        }.joined() + "</ul>\n"
    }
  }
}

extension ReportTable {
  /// The table as HTML, with a heading for each row.
  func html(caption: String) -> String {
    let head = columns.map { "<th scope=\"col\">\(Markup.escaped($0))</th>" }.joined()
    let body = rows.map { row in
      "<tr>" + row.enumerated().map { html($1, isFirst: $0 == 0) }.joined() + "</tr>\n"
    }
    return "<div class=\"wide\"><table>\n<caption>\(Markup.escaped(caption))</caption>\n"
      + "<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table></div>\n"
  }

  private func html(_ cell: Cell, isFirst: Bool) -> String {
    var classes: [String] = []
    if let level = cell.level { classes.append("h\(min(9, max(0, level)))") }
    if cell.isOpen { classes.append("open") }
    // Amounts in many currencies are wider than paper: their line breaks between two of them.
    let isSum = !isFirst && cell.text.contains(" + ")
    if isSum { classes.append("sum") }
    let names = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    var text = Markup.escaped(cell.text)
    if isSum {
      text = text.replacing(" ", with: "\u{A0}").replacing("\u{A0}+\u{A0}", with: " +\u{A0}")
    }
    return isFirst ? "<th scope=\"row\"\(names)>\(text)</th>" : "<td\(names)>\(text)</td>"
  }
}
