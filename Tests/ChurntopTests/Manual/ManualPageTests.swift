import Dashboard
import Foundation
import OwnThreads
import ProgramConventions
import Testing

@testable import churntop

@Suite(.ownThread) struct ManualPageTests {
  private static let groff = "/usr/bin/groff"

  private let program: CommandDescription
  private let page: String

  init() throws {
    program = try CommandDescription.program()
    page = ManualPage(program).text
  }

  /// The lines below each heading, by its words as they stand on the page.
  private var parts: [String: [String]] {
    var (parts, heading): ([String: [String]], String) = ([:], "")
    for line in page.split(separator: "\n").map(String.init) {
      if line.hasPrefix(".S") { heading = String(line.dropFirst(5).dropLast()) }
      parts[heading, default: []].append(line)
    }
    return parts
  }

  @Test func `the sections are those of every manual page, in their order`() {
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH") }.map {
      $0.dropFirst(5).dropLast()
    }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "KEYS", "FILES", "ENVIRONMENT",
        "EXIT STATUS", "EXAMPLES",
      ])
    #expect(page.contains("\nchurntop \\- top for"))
  }

  @Test func `every file of the page is in the article on files`() throws {
    let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    let article = folder.appending(path: "../../../Sources/churntop/churntop.docc/Files.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    for place in ManualPlace.files {
      let name = place.name.split(separator: "/").last ?? ""
      #expect(text.contains("`\(name)`") || text.contains("/\(name)`"), "\(place.name)")
    }
  }

  @Test func `every command is there, with every option that help shows`() {
    let parts = parts
    for words in ProgramTests.commands where !words.isEmpty {
      #expect(parts[Roff.escaped((["churntop"] + words).joined(separator: " "))] != nil, "\(words)")
    }
    let commands = [program] + program.descendants
    #expect(commands.count > ProgramTests.commands.count)
    for command in commands {
      let title = command.words.count == 1 ? "OPTIONS" : command.words.joined(separator: " ")
      let own = Set(parts[Roff.escaped(title)] ?? [])
      for argument in command.shown {
        let lines = argument.isShared ? Set(parts["OPTIONS"] ?? []) : own
        for name in argument.names ?? [] {
          let typed = "\\fB\(Roff.escaped(name.typed))\\fR"
          #expect(lines.contains { $0.contains(typed) }, "\(title) \(name)")
        }
        guard !argument.isShared, argument.abstract != nil else { continue }
        #expect(
          lines.contains(Roff.escaped(argument.words)), "\(title) \(argument.words)")
      }
    }
  }

  @Test func `a default is on the page, as help prints it`() {
    let parts = parts
    #expect(
      parts["churntop whatif"]?.contains("Replay the failures of this time. Default: 90d.") == true)
    let names = "The beginning of the roles' names. Default: churntop."
    #expect(parts["churntop ledger roles"]?.contains(Roff.escaped(names)) == true)
  }

  @Test func `every command of the dashboard is there, with its keys`() {
    let tags = page.split(separator: "\n").filter { $0.hasSuffix("\\fR") }
    for command in CommandTable.all {
      let id = "\\fI\(Roff.escaped(command.id.rawValue))\\fR"
      let own = tags.filter { $0.hasSuffix(id) }
      #expect(!own.isEmpty, "\(command.id)")
      for key in command.keys.map({ "\\fB\(Roff.escaped($0.name))\\fR" }) {
        #expect(own.contains { $0.contains(key) }, "\(command.id) \(key)")
      }
    }
  }

  @Test func `every file, variable and exit status is there`() {
    let parts = parts
    for (title, places) in [
      ("FILES", ManualPlace.files), ("ENVIRONMENT", ManualPlace.variables),
    ] {
      for place in places {
        let tag = "\\fB\(Roff.escaped(place.name))\\fR"
        #expect(parts[title]?.contains(tag) == true, "\(place)")
      }
    }
    for status in ExitStatus.allCases {
      let lines = ["\\fB\(status.rawValue)\\fR", Roff.escaped(status.summary)]
      #expect(parts["EXIT STATUS"]?.contains(lines) == true, "\(status)")
    }
  }

  @Test func `each file of the configuration has a line of its own`() {
    let lines = parts["churntop config"] ?? []
    for name in ["config", "keys", "views", "commands"] {
      let path = "$XDG_CONFIG_HOME/churntop/\(name).toml  "
      #expect(lines.contains { $0.hasPrefix(path) }, "\(lines)")
    }
  }

  @Test func `nothing becomes a request by accident`() {
    let requests = Set([
      ".TH", ".nr", ".nh", ".ad", ".SH", ".SS", ".PP", ".TP", ".RS", ".EX", ".EE", ".RE",
    ])
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    #expect(page.allSatisfy { $0.isASCII })
    #expect(!page.contains("\n\n"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: groff), "groff is not installed"))
  func `groff has no word to say about it`() throws {
    let sandbox = try Sandbox()
    let printed = try sandbox.run("man")
    #expect(printed.status == 0 && printed.output == page)
    let path = try sandbox.write("churntop.1", page)
    let outcome = try RunningProgram(
      Self.groff, ["-ww", "-man", "-Tutf8", "-P-cbou", path], environment: sandbox.environment,
      folder: sandbox.path, input: nil
    ).finish()
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    #expect(outcome.output.contains("act.snooze"))
  }
}
