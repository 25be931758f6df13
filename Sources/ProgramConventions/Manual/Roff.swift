/// A writer of manual pages in roff with the `man` macros (groff_man(7)).
///
/// Callers pass plain text; this type alone escapes requests, escapes and typographic signs.
public struct Roff: Sendable {
  /// The page so far.
  public private(set) var text = ""

  /// Begins the page of a command.
  ///
  /// Lines are left-aligned and words never hyphenated, so that options and paths can be copied;
  /// the register `HY` disables hyphenation for macros that enable it again with every paragraph.
  public init(title: String, section: Int, source: String, manual: String) {
    request("TH", title, String(section), "", source, manual)
    text += ".nr HY 0\n.nh\n.ad l\n"
  }

  /// Begins a section.
  public mutating func section(_ title: String) { request("SH", title) }

  /// Begins a subsection.
  public mutating func subsection(_ title: String) { request("SS", title) }

  /// Writes a command's name and purpose in the form that apropos(1) searches.
  public mutating func name(_ name: String, _ words: String) {
    text += Self.escaped(name) + " \\- " + Self.escaped(words) + "\n"
  }

  /// Writes a paragraph.
  public mutating func paragraph(_ spans: Span...) {
    request("PP")
    line(spans)
  }

  /// Writes an entry: a tag, and its description indented below.
  public mutating func entry(_ tag: [Span], _ words: String) {
    request("TP")
    line(tag)
    line([.plain(words.isEmpty ? " " : words)])
  }

  /// Writes lines with fixed line breaks, indented.
  public mutating func verbatim(_ lines: [String]) {
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
  public enum Span: Hashable, Sendable {
    /// The face of sentences.
    case plain(String)
    /// The face of literal input.
    case bold(String)
    /// The face of placeholders.
    case italic(String)

    /// The span in roff.
    fileprivate var roff: String {
      switch self {
      case .plain(let text): Roff.escaped(text)
      case .bold(let text): "\\fB" + Roff.escaped(text) + "\\fR"
      case .italic(let text): "\\fI" + Roff.escaped(text) + "\\fR"
      }
    }
  }

  /// Escapes text so that roff prints it literally (groff_char(7)).
  ///
  /// Signs with a typographic replacement are written by name, everything beyond ASCII by number;
  /// control characters become spaces.
  public static func escaped(_ text: String) -> String {
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

extension Roff {
  /// Begins the manual page of a program with its name, synopsis and the first paragraph of its
  /// description; the manual is the title of the section.
  public init(
    _ program: CommandDescription, section: Int, manual: String, describing words: String
  ) {
    self.init(
      title: program.commandName.uppercased(), section: section,
      source: "\(program.commandName) \(ProgramVersion.number)", manual: manual)
    self.section("NAME")
    let abstract = program.abstract ?? ""
    name(program.commandName, abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract)
    self.section("SYNOPSIS")
    let name = Span.bold(program.commandName)
    paragraph(name, .plain(" ["), .italic("options"), .plain("]"))
    paragraph(
      name, .plain(" "), .italic("command"), .plain(" ["), .italic("arguments"), .plain("]"))
    self.section("DESCRIPTION")
    paragraph(.plain(words))
  }

  /// Writes a part about a command: its purpose, its own arguments, and its discussion.
  public mutating func add(_ command: CommandDescription) {
    subsection(command.words.joined(separator: " "))
    if let abstract = command.abstract { paragraph(.plain(abstract)) }
    for argument in command.own { add(argument) }
    for block in HelpBlock.blocks(of: command.discussion ?? "") {
      switch block {
      case .heading(let words): paragraph(.bold(words))
      case .prose(let words): paragraph(.plain(words))
      case .verbatim(let lines): verbatim(lines)
      }
    }
  }

  /// Writes an entry about an argument.
  public mutating func add(_ argument: ArgumentDescription) {
    entry(argument.spans, argument.words)
  }

  /// Writes the section about the options of the program, those that its commands share last.
  public mutating func addOptions(of program: CommandDescription) {
    section("OPTIONS")
    for argument in program.own { add(argument) }
    for argument in program.shown where argument.isShared { add(argument) }
  }

  /// Writes the section about exit statuses.
  public mutating func addExitStatuses() {
    section("EXIT STATUS")
    for status in ExitStatus.allCases {
      entry([.bold(String(status.rawValue))], status.summary)
    }
  }
}
