import ArgumentParser
import ConfigurationFiles
import Foundation
import OwnThreads
import ProgramConventions
import Testing
import Webhook

@testable import churntopd

@Suite(.ownThread) struct ManCommandTests {
  private static let groff = "/usr/bin/groff"

  private let page: String

  init() throws { page = try ManCommand.page() }

  @Test func `the program prints the page, and both programs have one version`() throws {
    let printed = try RunningDaemon.run(["man"])
    #expect(printed.status == 0 && printed.output == page)
    let version = try RunningDaemon.run(["--version"]).output
    #expect(version == ProgramVersion.line(of: "churntopd") + "\n")
    #expect(page.hasPrefix(".TH \"CHURNTOPD\" \"8\" \"\" \"churntopd \(ProgramVersion.number)\""))
  }

  @Test func `every command is there, with every option that help shows`() throws {
    let program = try CommandDescription.program(help: Churntopd._dumpHelp())
    let lines = Set(page.split(separator: "\n").map(String.init))
    #expect(program.descendants.count > 12)
    for command in program.descendants {
      let title = Roff.escaped(command.words.joined(separator: " "))
      #expect(lines.contains(".SS \"\(title)\""), "\(title)")
      for argument in command.own where argument.abstract != nil {
        #expect(lines.contains(Roff.escaped(argument.words)), "\(title) \(argument.words)")
      }
    }
  }

  @Test func `the scopes of a token are there`() {
    for scope in TokenScope.allCases {
      #expect(page.contains(Roff.escaped(scope.rawValue)), "\(scope)")
    }
  }

  @Test func `every setting of the configuration is there`() {
    let lines = Set(page.split(separator: "\n").map(String.init))
    var count = 0
    func check(_ table: TableShape) {
      for entry in table.entries {
        count += 1
        #expect(lines.contains("\\fB\(Roff.escaped(entry.name))\\fR"), "\(entry.name)")
        switch entry.shape {
        case .table(let inner), .list(of: .table(let inner), _): check(inner)
        case .text, .integer, .boolean, .list, .anyOf: break
        }
      }
    }
    check(.daemon)
    #expect(count > 80)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: groff), "groff is not installed"))
  func `groff accepts the page`() throws {
    let folder = try DaemonFolder()
    let path = try folder.write("churntopd.8", page)
    let process = Process()
    process.executableURL = URL(filePath: Self.groff)
    process.arguments = ["-ww", "-man", "-Tutf8", "-z", path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
  }
}
