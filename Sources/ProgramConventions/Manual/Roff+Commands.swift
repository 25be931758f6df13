extension Roff {
  /// Begins the manual page of a program with its name, synopsis and description.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - section: The section of the manual.
  ///   - manual: The title of that section.
  ///   - words: The first paragraph of the description.
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
