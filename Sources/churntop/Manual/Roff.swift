/// A page in roff with the `man` macros, written request by request (groff_man(7)).
///
/// Text goes in as people read it; what roff would take for a request, an escape or a
/// typographic sign is escaped here and nowhere else.
struct Roff {
  /// The page so far.
  private(set) var text = ""

  /// Begins the page of a command.
  ///
  /// Lines are set ragged and words left whole, so that options and paths can be copied; the
  /// register `HY` says so to macros that switch hyphenation on again with every paragraph.
  init(title: String, section: Int, source: String, manual: String) {
    request("TH", title, String(section), "", source, manual)
    text += ".nr HY 0\n.nh\n.ad l\n"
  }

  /// Begins a section.
  mutating func section(_ title: String) { request("SH", title) }

  /// Begins a part of a section.
  mutating func subsection(_ title: String) { request("SS", title) }

  /// Writes what a command is called and does, in the form that apropos(1) looks for.
  mutating func name(_ name: String, _ words: String) {
    text += Self.escaped(name) + " \\- " + Self.escaped(words) + "\n"
  }

  /// Writes a paragraph.
  mutating func paragraph(_ spans: Span...) {
    request("PP")
    line(spans)
  }

  /// Writes an entry: what it is about, and indented below what there is to say.
  mutating func entry(_ tag: [Span], _ words: String) {
    request("TP")
    line(tag)
    line([.plain(words.isEmpty ? " " : words)])
  }

  /// Writes lines exactly as they are.
  mutating func verbatim(_ lines: [String]) {
    request("RS", "4")
    request("EX")
    for words in lines { line([.plain(words)]) }
    request("EE")
    request("RE")
  }

  private mutating func request(_ name: String, _ arguments: String...) {
    let words = arguments.map { "\"" + Self.escaped($0) + "\"" }
    text += (["." + name] + words).joined(separator: " ") + "\n"
  }

  private mutating func line(_ spans: [Span]) {
    let words = spans.map(\.roff).joined()
    text += (words.first == "." ? "\\&" : "") + words + "\n"
  }

  /// A piece of text in one face.
  enum Span: Hashable {
    /// The face of sentences.
    case plain(String)
    /// What is typed as it stands.
    case bold(String)
    /// What a value stands for.
    case italic(String)

    /// The piece as roff writes it.
    fileprivate var roff: String {
      switch self {
      case .plain(let text): Roff.escaped(text)
      case .bold(let text): "\\fB" + Roff.escaped(text) + "\\fR"
      case .italic(let text): "\\fI" + Roff.escaped(text) + "\\fR"
      }
    }
  }

  /// Text that roff prints as it stands: signs that it would turn into typographic ones by their
  /// names, everything beyond ASCII by its number (groff_char(7)); controls become spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case " "..."~": result.unicodeScalars.append(scalar)
      case "\0"..."\u{9F}": result += " "
      case _:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
